/** The pages' own code, named without its path: this project knows no DOM (docs/decisions/007). */
declare module 'virtual:page-renderer' {
  export const renderPage: import('#shared/pages/page-rendering.ts').RenderPage
}
