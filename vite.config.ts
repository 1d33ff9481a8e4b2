import { cloudflare } from '@cloudflare/vite-plugin'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { buildConstants } from './scripts/build-constants.ts'
import { pageRenderer } from './scripts/page-renderer.ts'
import { localPaymentLinks } from './scripts/payment-links.ts'
import { firstPaintScript } from './src/web/app/first-paint-script.ts'

/** The parts of Radix that tabs, checkboxes and lists need. */
const RADIX_BASE =
  /@radix-ui\/(primitive|number|react-(collection|context|direction|id|presence|primitive|roving-focus|tabs|use-[a-z-]+))\/|\/src\/web\/ui\/(layout\/(tabs|stepper)|feedback\/progress)\.tsx/
/** What menus, tooltips, dialogs and toasts share. */
const OVERLAYS =
  /node_modules\/(@floating-ui|@radix-ui\/react-(arrow|dismissable-layer|focus-guards|focus-scope|popper|portal|visually-hidden)|aria-hidden|react-remove-scroll|react-remove-scroll-bar|react-style-singleton|use-callback-ref|use-sidecar|tslib)\//
const COMMON =
  /\/src\/web\/(lib\/(?!live)|ui\/(feedback|layout|data)\/|ui\/overlays\/late-tooltip|features\/[a-z-]+\/(checkout-path|support-link|queries|use-owned-products|use-crypto-name|return-address)\.ts)|node_modules\/(lucide-react|@tanstack|@radix-ui\/react-(slot|compose-refs|label|primitive))\//
const ACCOUNT =
  /\/src\/web\/(features\/(access|dashboard|notifications\/notification-(icons|item)|payments|subscriptions)(?!.*(dialog|form|menu|email))|features\/accounts\/(profile-skeleton|return-address)|app\/guards\/)/

const port = Number(process.env.PORT ?? 5173)
const publicUrl = `http://localhost:${port}`
const stateDir = process.env.STATE_DIR ?? '.state'

export default defineConfig(({ command }) => {
  const dev = command === 'serve'
  return {
    plugins: [
      react(),
      tailwindcss(),
      {
        name: 'windfall-first-paint',
        transformIndexHtml: (html) =>
          html.replace('<!--first-paint-->', `<script>${firstPaintScript}</script>`),
      },
      {
        // Preloads the text font with the page. Otherwise its download would wait for the style sheet.
        name: 'windfall-font-preload',
        transformIndexHtml: {
          order: 'post',
          handler: (_html, { bundle }) =>
            Object.keys(bundle ?? {})
              .filter((file) => /geist-latin-wght-normal.*\.woff2$/.test(file))
              .map((file) => ({
                tag: 'link',
                attrs: {
                  rel: 'preload',
                  as: 'font',
                  type: 'font/woff2',
                  href: `/${file}`,
                  crossorigin: true,
                },
              })),
        },
      },
      cloudflare({
        persistState: { path: stateDir },
        // The sandbox is a Worker for local runs only. A build, and so a deployment, does not contain it.
        ...(dev && {
          auxiliaryWorkers: [{ configPath: 'sandbox/wrangler.toml' }],
          config: () => ({
            vars: {
              PUBLIC_URL: publicUrl,
              MAIL_RETRY_BASE_SECONDS: '2',
              PAYMENT_LINKS: localPaymentLinks(publicUrl),
            },
            services: [{ binding: 'SANDBOX', service: 'windfall-sandbox' }],
          }),
        }),
      }),
    ],
    define: buildConstants(),
    resolve: { alias: pageRenderer },
    server: { port, strictPort: true, host: '127.0.0.1' },
    build: {
      sourcemap: false,
      manifest: true,
      // Unused schemas are removed, so that a page can import a contract's constants without all of zod.
      rolldownOptions: { treeshake: { manualPureFunctions: ['z'] } },
    },
    environments: {
      client: {
        build: {
          rolldownOptions: {
            output: {
              codeSplitting: {
                groups: [
                  // One chunk instead of thirty for the code of all pages; React apart, because it changes less often.
                  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 7 },
                  // Without the entry itself: the entry waits for a page's code, which waits for the shell.
                  {
                    name: 'shell',
                    tags: ['$initial'],
                    test: (id) => !/\/(index\.html|main\.tsx)$/.test(id),
                    priority: 6,
                  },
                  // Few requests instead of a hundred: a chunk for what many pages share, one for each kind of code
                  // that only some need, so that no page loads the code of forms or menus to show a list.
                  { name: 'widgets', test: RADIX_BASE, priority: 4 },
                  { name: 'overlays', test: OVERLAYS, priority: 3 },
                  { name: 'forms', test: /node_modules\/(react-hook-form|@hookform|zod)\//, priority: 3 },
                  { name: 'common', test: COMMON, minShareCount: 2, priority: 5 },
                  { name: 'account', test: ACCOUNT, minShareCount: 2, priority: 1 },
                ],
              },
            },
          },
        },
      },
    },
  }
})
