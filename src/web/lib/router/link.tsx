import type { ComponentProps, MouseEvent } from 'react'
import { addressOf, type To } from './location.ts'
import { type NavigateOptions, useLocation, useNavigate } from './router-context.ts'

/** Two slashes would begin the address of another site. */
const OWN_ADDRESS = /^\/(?![/\\])/

export type LinkProps = Omit<ComponentProps<'a'>, 'href'> &
  NavigateOptions & {
    to: To
    /** Navigates instead of the link, in the same tab. */
    onFollow?: () => void
  }

/** A link that the app follows without a new document. Another site, tab or download is left to the browser. */
export function Link({ to, replace, state, preventScrollReset, onClick, onFollow, ...props }: LinkProps) {
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const address = addressOf(to, pathname)

  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    if (event.defaultPrevented || !isPlainClick(event) || !OWN_ADDRESS.test(address)) return
    event.preventDefault()
    if (onFollow) return onFollow()
    // As in a browser, a link to the current address adds nothing to the history.
    navigate(to, { replace: replace ?? address === pathname + search + hash, state, preventScrollReset })
  }

  return <a {...props} href={address} onClick={follow} />
}

/** A press of the main button alone: with a modifier, the browser opens a tab or window, or saves the page. */
const isPlainClick = (event: MouseEvent<HTMLAnchorElement>): boolean =>
  event.button === 0 &&
  !(event.metaKey || event.altKey || event.ctrlKey || event.shiftKey) &&
  (event.currentTarget.target || '_self') === '_self'
