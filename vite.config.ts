import { cloudflare } from '@cloudflare/vite-plugin'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { buildConstants } from './scripts/build-constants.ts'
import { pageRenderer } from './scripts/page-renderer.ts'
import { localPaymentLinks } from './scripts/payment-links.ts'
import { schemaNames } from './scripts/schema-names.ts'
import { sharedBy } from './scripts/view-chunks.ts'
import { firstPaintScript } from './src/web/app/first-paint-script.ts'

/** What menus, tooltips, dialogs and toasts share. */
const OVERLAYS =
  /node_modules\/(@floating-ui|@radix-ui\/react-(arrow|dismissable-layer|focus-guards|focus-scope|popper|portal|visually-hidden)|aria-hidden|react-remove-scroll|react-remove-scroll-bar|react-style-singleton|use-callback-ref|use-sidecar|tslib)\//

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
              .filter((file) => /geist-basic.*\.woff2$/.test(file))
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
      // One style sheet, which is in the document or named by it, so that no chunk waits for it.
      cssCodeSplit: false,
      // All browsers that can run the pages know modulepreload.
      modulePreload: { polyfill: false },
      // Unused schemas are removed, so that a page can import a contract's constants without all of zod. The names of our
      // own schemas count too, because a schema made from another one is a call of that one's method.
      rolldownOptions: {
        treeshake: { manualPureFunctions: ['z', ...schemaNames()] },
      },
    },
    environments: {
      // The Worker without what each start would only read. Functions and classes keep their names: our log has no stacks,
      // but Cloudflare's log of uncaught errors and the profiles have them.
      windfall: {
        build: {
          rolldownOptions: {
            output: {
              minify: {
                compress: { keepNames: { function: true, class: true } },
                mangle: { keepNames: true },
              },
            },
          },
        },
      },
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
                  { name: 'zod', test: /node_modules\/zod\//, priority: 5 },
                  { name: 'forms', test: /node_modules\/(react-hook-form|@hookform)\//, priority: 5 },
                  // Few requests instead of a hundred, and no view loads much that it does not need: a chunk for what
                  // the dashboard or the back office share with the first pages, and for what each kind of page shares
                  // with others.
                  sharedBy(
                    'common',
                    4,
                    ['landing', 'dashboard'],
                    ['products', 'dashboard'],
                    ['login', 'dashboard'],
                    ['landing', 'admin'],
                    ['product', 'admin'],
                    ['checkout', 'admin'],
                  ),
                  sharedBy('offers', 4, ['landing', 'checkout']),
                  sharedBy('buying', 4, ['landing', 'products']),
                  sharedBy('public', 4, ['landing']),
                  sharedBy('buyer', 4, ['dashboard', 'checkout'], ['dashboard', 'product']),
                  sharedBy(
                    'fields',
                    4,
                    ['login', 'checkout'],
                    ['login', 'product'],
                    ['products', 'checkout'],
                  ),
                  sharedBy('delivered', 4, ['product', 'success'], ['checkout', 'success']),
                  sharedBy('order-form', 4, ['product', 'checkout']),
                  sharedBy('catalogue', 4, ['products']),
                  sharedBy('paying', 3, ['checkout', 'cancel']),
                  sharedBy('account', 3, ['dashboard', 'success']),
                  sharedBy('result', 3, ['success', 'cancel']),
                  sharedBy('dashboard', 3, ['dashboard']),
                  sharedBy('checkout', 2, ['checkout']),
                  sharedBy('success', 2, ['success']),
                  sharedBy('product', 2, ['product']),
                  sharedBy('admin', 2, ['admin']),
                  { name: 'overlays', test: OVERLAYS, priority: 1 },
                ],
              },
            },
          },
        },
      },
    },
  }
})
