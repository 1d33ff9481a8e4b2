import { usePreload } from './preload-context.ts'
import { Link, type LinkProps } from './router/link.tsx'

export type AppLinkProps = Omit<LinkProps, 'to'> & { to: string }

/** A link inside the shop. The code of its page is preloaded on hover, focus or touch. */
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
