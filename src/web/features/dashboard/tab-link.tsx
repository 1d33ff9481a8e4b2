import { Link, type LinkProps } from 'react-router'
import { type TabName, tabSearch } from './dashboard-tabs.ts'
import { useWarmTab } from './use-warm-tab.ts'

/** A link to another tab of the dashboard, which is fetched as soon as it is hovered, focused or touched. */
export function TabLink({
  tab,
  hash = '',
  ...props
}: Omit<LinkProps, 'to'> & { tab: TabName; hash?: string }) {
  const warm = useWarmTab()
  return (
    <Link
      to={{ pathname: '/dashboard', search: tabSearch(tab), hash }}
      onPointerEnter={() => warm(tab)}
      onFocus={() => warm(tab)}
      {...props}
    />
  )
}
