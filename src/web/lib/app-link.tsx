import { Link, type LinkProps } from 'react-router'
import { usePreload } from './preload-context.ts'

export type AppLinkProps = Omit<LinkProps, 'to' | 'prefetch'> & { to: string }

/** A link inside the shop; its page's code is fetched as soon as it is hovered, focused or touched. */
export function AppLink({ to, onPointerEnter, onFocus, ...props }: AppLinkProps) {
  const preload = usePreload()
  return (
    <Link
      to={to}
      onPointerEnter={(event) => {
        preload(to)
        onPointerEnter?.(event)
      }}
      onFocus={(event) => {
        preload(to)
        onFocus?.(event)
      }}
      {...props}
    />
  )
}
