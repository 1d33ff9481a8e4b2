// Renders a public page to HTML at build time, so that it can be read before any script runs.
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { buildConstants } from './build-constants.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The markup of the page at `path`, as the browser's first render will make it again. */
export async function prerender(path: string): Promise<string> {
  const outDir = mkdtempSync(join(root, 'node_modules', '.prerender-'))
  try {
    await build({
      root,
      configFile: false,
      logLevel: 'warn',
      plugins: [react()],
      define: buildConstants(),
      build: { ssr: 'src/web/prerender.tsx', outDir, copyPublicDir: false, emptyOutDir: true },
    })
    const page = await import(pathToFileURL(join(outDir, 'prerender.js')).href)
    return await page.renderPage(path)
  } finally {
    rmSync(outDir, { recursive: true, force: true })
  }
}
