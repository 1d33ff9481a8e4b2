import { use } from 'react'
import { Link, type LinkProps } from '../../lib/router/link.tsx'
import { PreloadTabContext } from './preload-tab-context.ts'
import { type TabName, tabSearch } from './tab-names.ts'

/** A link to another tab of the dashboard. The tab is preloaded on hover, focus or touch. */
export function TabLink({
  tab,
  hash = '',
  ...props
}: Omit<LinkProps, 'to'> & { tab: TabName; hash?: string }) {
  const preload = use(PreloadTabContext)
  return (
    <Link
      to={{ pathname: '/dashboard', search: tabSearch(tab), hash }}
      onPointerEnter={() => preload(tab)}
      onFocus={() => preload(tab)}
      {...props}
    />
  )
}
