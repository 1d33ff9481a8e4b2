import { PAGE_PATHS, type PagePath } from './page-table.ts'

const SHAPES = PAGE_PATHS.map(
  (pattern) => [pattern, new RegExp(`^${pattern.replace(/:\w+/, '([A-Za-z0-9-]+)')}$`)] as const,
)

/** The page of the shop at this path, with the value of the path's parameter, or null. */
export function pageAt(path: string): { pattern: PagePath; param: string } | null {
  for (const [pattern, shape] of SHAPES) {
    const match = shape.exec(path)
    if (match) return { pattern, param: match[1] ?? '' }
  }
  return null
}
