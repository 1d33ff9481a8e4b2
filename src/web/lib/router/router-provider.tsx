import { type ReactNode, startTransition, useEffect, useLayoutEffect, useState } from 'react'
import type { BrowserRouter, RouterState } from './browser-router.ts'
import { type Navigate, NavigateContext, PendingContext, ViewContext } from './router-context.ts'

/** The site in the browser. A new page is rendered in a transition: the old one stays until all of it is there. */
export function RouterProvider({ router, children }: { router: BrowserRouter; children: ReactNode }) {
  const [state, setState] = useState(router.state)
  useLayoutEffect(() => {
    const update = () => startTransition(() => setState(router.state))
    update()
    return router.subscribe(update)
  }, [router])
  useEffect(() => router.takeScrolling(), [router])
  return (
    <RouterContexts {...state} navigate={router.navigate}>
      {children}
    </RouterContexts>
  )
}

/** What the hooks and links of the router read. On the server there is nothing else, and no `navigate`. */
export function RouterContexts({
  view,
  isPending = false,
  navigate,
  children,
}: Pick<RouterState, 'view'> &
  Partial<Pick<RouterState, 'isPending'>> & { navigate?: Navigate; children: ReactNode }) {
  const inView = (
    <ViewContext value={view}>
      <PendingContext value={isPending}>{children}</PendingContext>
    </ViewContext>
  )
  return navigate ? <NavigateContext value={navigate}>{inView}</NavigateContext> : inView
}
