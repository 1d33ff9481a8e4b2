import { Link, type LinkProps } from 'react-router'
import { preloadPage } from './pages.ts'

export type AppLinkProps = Omit<LinkProps, 'to' | 'prefetch'> & { to: string }

/** A link inside the shop; its page's code is fetched as soon as it is hovered, focused or touched. */
export function AppLink({ to, onPointerEnter, onFocus, ...props }: AppLinkProps) {
  return (
    <Link
      to={to}
      onPointerEnter={(event) => {
        preloadPage(to)
        onPointerEnter?.(event)
      }}
      onFocus={(event) => {
        preloadPage(to)
        onFocus?.(event)
      }}
      {...props}
    />
  )
}
