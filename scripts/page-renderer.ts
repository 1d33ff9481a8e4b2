import { fileURLToPath } from 'node:url'

/** The path of the Worker's 'virtual:page-renderer', for Vite and Vitest (docs/decisions/007). */
export const pageRenderer = {
  'virtual:page-renderer': fileURLToPath(new URL('../src/web/render-page.tsx', import.meta.url)),
}
