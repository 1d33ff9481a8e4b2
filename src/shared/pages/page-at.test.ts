import { expect, test } from 'vitest'
import { pageAt } from './page-at.ts'
import { PAGE_PATHS, PAGES, type PageEntry } from './page-table.ts'

test('pageAt finds the page of every path in the table, and none below such a path', () => {
  for (const pattern of PAGE_PATHS) {
    const path = pattern.replace(/:\w+/, 'monad')
    expect(pageAt(path), path).toEqual({ pattern, param: pattern === path ? '' : 'monad' })
    expect(pageAt(`${path}/below/it`), path).toBeNull()
  }
})

test.each(['/dashboards', '/a/pricing', '/products/Mon.ad', '/products/', ''])('%s is no page', (path) => {
  expect(pageAt(path)).toBeNull()
})

test('every public page has a description of at most 160 characters, or makes one from its data', () => {
  for (const [path, page] of Object.entries<PageEntry>(PAGES)) {
    if (!page.public || path.includes(':')) continue
    expect(page.description?.length, path).toBeGreaterThan(20)
    expect(page.description?.length, path).toBeLessThanOrEqual(160)
  }
})
