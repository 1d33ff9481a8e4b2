/** What the head of a page says about it. */
export type PageMeta = {
  /** Without the shop's name. */
  title: string
  description: string
  /** schema.org, each object a JSON-LD script of its own. */
  jsonLd?: unknown[]
}

/** A breadcrumb from the catalogue on; `origin` has no trailing slash. */
export const breadcrumbLd = (origin: string, steps: readonly { name: string; path: string }[]) => ({
  '@context': 'https://schema.org',
  '@type': 'BreadcrumbList',
  itemListElement: steps.map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: origin + path,
  })),
})
