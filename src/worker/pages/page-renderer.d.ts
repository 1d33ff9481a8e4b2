/** The pages' code, imported by a virtual name: this TypeScript project has no DOM types (docs/decisions/007). */
declare module 'virtual:page-renderer' {
  export const renderPage: import('#shared/pages/page-rendering.ts').RenderPage
}
