import type { PageView } from './page-meta.ts'

/** One schema.org object; its content must also be on the page. */
export type JsonLd = { '@type': string } & Record<string, unknown>

/** A page's structured data (schema.org). In `<page>-json-ld.ts` beside the page; only the server reads it. */
export type JsonLdSource = (view: PageView & { origin: string }) => JsonLd[]

/** Every `@id`, address and picture is absolute: `origin` is where the shop lives. */
export const absolute = (origin: string, address: string): string => new URL(address, origin).href

/** The way from the homepage to this page. */
export const breadcrumbs = (origin: string, steps: readonly { name: string; path: string }[]): JsonLd => ({
  '@type': 'BreadcrumbList',
  itemListElement: steps.map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: absolute(origin, path),
  })),
})

/** Questions as the page shows them; answers as plain text. */
export const faqPage = (items: readonly { question: string; answer: string }[]): JsonLd => ({
  '@type': 'FAQPage',
  mainEntity: items.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  })),
})
