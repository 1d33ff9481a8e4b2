import { fileURLToPath } from 'node:url'
import type { Rolldown } from 'vite'

type Graph = Rolldown.ChunkingContext

const web = fileURLToPath(new URL('../src/web/', import.meta.url))

/** The views that most visitors open first, and the modules with which they begin. */
const VIEWS = {
  landing: ['features/landing/landing-page.tsx', 'features/landing/pricing/pricing-page.tsx'],
  products: ['features/catalogue/products/products-page.tsx'],
  product: ['features/catalogue/product/product-page.tsx'],
  login: ['features/accounts/auth-page.tsx'],
  dashboard: [
    'app/guards/require-user.tsx',
    'features/dashboard/dashboard-page.tsx',
    'features/dashboard/overview/overview-tab.tsx',
  ],
  checkout: ['app/guards/leaving-guard.tsx', 'features/checkout/review/checkout-page.tsx'],
  success: ['features/checkout/result/success-page.tsx'],
  cancel: ['features/checkout/result/cancel-page.tsx'],
  admin: [
    'app/guards/require-admin.tsx',
    'admin/shell/admin-dashboard-page.tsx',
    'admin/overview/overview-tab.tsx',
  ],
}

type View = keyof typeof VIEWS

/** The modules of each view, computed once for a build. */
const needed = new Map<View, ReadonlySet<string>>()

/**
 * A group of Rolldown’s `codeSplitting`: the chunk of the modules that all views of one of these lists need. No view loads
 * code of another kind of page with it. The first group of the highest priority gets a module.
 */
export const sharedBy = (name: string, priority: number, ...lists: View[][]) => ({
  name: (id: string, graph: Graph): string | null =>
    lists.some((views) => views.every((view) => modulesOf(view, graph).has(id))) ? name : null,
  debugName: name,
  minShareCount: 2,
  priority,
})

/** What the view imports, directly and indirectly, without `import()`. */
function modulesOf(view: View, graph: Graph): ReadonlySet<string> {
  const known = needed.get(view)
  if (known) return known
  const found = new Set<string>()
  const visit = (id: string) => {
    if (found.has(id)) return
    found.add(id)
    for (const imported of importsOf(id, graph)) visit(imported)
  }
  for (const file of VIEWS[view]) visit(web + file)
  needed.set(view, found)
  return found
}

/** Packages whose index exports all they have. Their importers need only what they name. */
const INDEX = /node_modules\/(lucide-react|radix-ui)\/dist\/(esm\/lucide-react|index)\.m?js$/
const IMPORT = /import\s*\{([^}]*)\}\s*from\s*["'](?:lucide-react|radix-ui)["']/g
const EXPORT = /(?:import \* as|export \{)([^}"']+?)\}? from ["']\.?([^"']+)["']/g

function importsOf(id: string, graph: Graph): string[] {
  const info = graph.getModuleInfo(id)
  const names = [...(info?.code ?? '').matchAll(IMPORT)].flatMap(([, list = '']) => wordsOf(list, 0))
  return (info?.importedIds ?? []).flatMap((imported) => {
    if (!INDEX.test(imported)) return [imported]
    const modules = modulesByName(imported, graph)
    return names.flatMap((name) => modules.get(name) ?? [])
  })
}

const indexes = new Map<string, ReadonlyMap<string, string>>()

/** The modules of an index, by the names under which it exports them. */
function modulesByName(index: string, graph: Graph): ReadonlyMap<string, string> {
  const known = indexes.get(index)
  if (known) return known
  const { code = '', importedIds = [] } = graph.getModuleInfo(index) ?? {}
  const modules = new Map<string, string>()
  for (const [, names = '', from = ''] of (code ?? '').matchAll(EXPORT)) {
    const id = importedIds.find((one) => one.endsWith(from) || one.includes(`/${from}/`))
    if (id) for (const name of wordsOf(names, -1)) modules.set(name, id)
  }
  indexes.set(index, modules)
  return modules
}

/** The first (0) or last (-1) word of each entry: `default as Check, X` → `default`, `X` or `Check`, `X`. */
const wordsOf = (list: string, at: 0 | -1) =>
  list.split(',').map((one) => one.trim().split(/\s+/).at(at) ?? '')
