import type { PageView } from './page-meta.ts'

/** One schema.org object; its content must also be on the page. */
export type JsonLd = { '@type': string } & Record<string, unknown>

/** A page's structured data (schema.org). In `<page>-json-ld.ts` beside the page; only the server reads it. */
export type JsonLdSource = (view: PageView & { origin: string }) => JsonLd[]

/** Makes an address absolute, as every `@id`, address and picture must be. `origin`: the shop's origin. */
export const absolute = (origin: string, address: string): string => new URL(address, origin).href

/** The breadcrumbs from the homepage to this page. */
export const breadcrumbs = (origin: string, steps: readonly { name: string; path: string }[]): JsonLd => ({
  '@type': 'BreadcrumbList',
  itemListElement: steps.map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: absolute(origin, path),
  })),
})

/** The questions that the page shows, with answers as plain text. */
export const faqPage = (items: readonly { question: string; answer: string }[]): JsonLd => ({
  '@type': 'FAQPage',
  mainEntity: items.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  })),
})
