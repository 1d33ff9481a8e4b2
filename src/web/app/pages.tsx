import { type ComponentType, Fragment, type ReactNode } from 'react'
import { pageAt } from '#shared/pages/page-at.ts'
import { PAGE_PATHS, PAGES, type PageEntry, type PagePath } from '#shared/pages/page-table.ts'
import { LazyCode, type LazyComponent } from '../lib/lazy-code.ts'
import type { MetaSource } from '../lib/page-meta.ts'
import type { FoundPage, Page } from '../lib/router/router-context.ts'
import { useReaderPlace } from '../lib/use-reader-place.ts'
import NotFoundPage from './not-found-page.tsx'
import { pageCode } from './page-code.ts'
import { metaSourceOf } from './page-metas.ts'

type Guard = ComponentType<{ children: ReactNode }>

// Not in the code of public pages. scripts/page-shell.ts preloads these files with the pages behind them.
const guards = {
  self: new LazyCode<{ default: Guard }>(() => import('./guards/leaving-guard.tsx')),
  user: new LazyCode<{ default: Guard }>(() => import('./guards/require-user.tsx')),
  admin: new LazyCode<{ default: Guard }>(() => import('./guards/require-admin.tsx')),
}

function lazyPage(meta: MetaSource, code?: LazyComponent, guard?: LazyCode<{ default: Guard }>): Page {
  // Rendered again once the reader’s place is known: a prerendered page has its dates in UTC until then.
  function PlacedPage() {
    useReaderPlace()
    const Content = code?.module?.default
    return Content ? <Content /> : null
  }
  const needed = [code, guard].filter((one) => one !== undefined)
  return {
    meta,
    isLoaded: () => needed.every(({ module }) => module !== undefined),
    load: () => Promise.all(needed.map((one) => one.fetch())),
    render() {
      const Around = guard?.module?.default ?? Fragment
      return (
        <Around>
          <PlacedPage />
        </Around>
      )
    },
  }
}

function pageOf(path: PagePath): Page {
  const entry: PageEntry = PAGES[path]
  const guard = entry.public ? undefined : entry.guard
  const page = lazyPage(metaSourceOf(path), pageCode.get(path), guard && guards[guard])
  return import.meta.env.SSR && !entry.public ? withNote(page) : page
}

/** The document of a private page is a skeleton, which nothing replaces without scripts. As in index.html. */
const withNote = (page: Page): Page => ({
  ...page,
  render: () => (
    <>
      <noscript className="needs-script">
        <p>This page needs JavaScript. Turn it on for this site and load the page again.</p>
      </noscript>
      {page.render()}
    </>
  ),
})

const pages = new Map(PAGE_PATHS.map((path) => [path, pageOf(path)]))

// Inline, so that a production build drops the page together with the branch.
const gallery = import.meta.env.DEV
  ? lazyPage({ title: 'Components' }, new LazyCode(() => import('../ui/gallery/gallery-page.tsx')))
  : null

const nothing: FoundPage = {
  page: {
    meta: { title: '404 Page Not Found' },
    isLoaded: () => true,
    load: async () => undefined,
    render: () => <NotFoundPage />,
  },
  params: {},
}

/** Finds the page at a path. `missing`: a path of a page for which the server has no content. */
export const pageFinder =
  (missing?: string) =>
  (pathname: string): FoundPage => {
    const path = pathname.replace(/(.)\/+$/, '$1')
    if (gallery && path === '/ui') return { page: gallery, params: {} }
    const found = path === missing ? null : pageAt(path)
    const page = found && pages.get(found.pattern)
    if (!page) return nothing
    const [, name] = /:(\w+)/.exec(found.pattern) ?? []
    return { page, params: name ? { [name]: found.param } : {} }
  }

/** Preloads a page's code, on hover or focus of a link to the page. */
export function preloadPage(to: string): void {
  const { page } = pageFinder()(to.replace(/[?#].*$/, '') || '/')
  page.load().catch(() => undefined)
}
