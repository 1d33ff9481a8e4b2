import { useEffect, useRef, useState } from 'react'
import type { TurnstileOffer } from '#shared/core/turnstile-offer.ts'
import { useTheme } from '../theme/use-theme.ts'

type Turnstile = {
  render: (
    container: HTMLElement,
    options: {
      sitekey: string
      action: string
      theme: 'auto' | 'light' | 'dark'
      callback: (token: string) => void
      'error-callback': () => void
    },
  ) => string
  remove: (widget: string) => void
}

declare global {
  interface Window {
    turnstile?: Turnstile
  }
}

/** Loads Cloudflare's script once per page. @throws Error where it does not arrive */
function loadTurnstile(src: string): Promise<Turnstile> {
  return new Promise((done, failed) => {
    const arrived = () =>
      window.turnstile ? done(window.turnstile) : failed(new Error(`${src} defines no widget`))
    if (window.turnstile) return arrived()
    const script = document.createElement('script')
    script.src = src
    script.onload = arrived
    script.onerror = () => {
      script.remove()
      failed(new Error(`${src} could not be loaded`))
    }
    document.head.append(script)
  })
}

export type TurnstileCheckProps = {
  offer: TurnstileOffer
  /** Called with the token of the solved challenge. It works once, for five minutes. */
  onSolved: (token: string) => void
}

/** Cloudflare's check that a person is there, for a form that was refused because of too many attempts. */
export function TurnstileCheck({ offer: { siteKey, script, action }, onSolved }: TurnstileCheckProps) {
  const container = useRef<HTMLDivElement>(null)
  const solved = useRef(onSolved)
  const [hasFailed, setFailed] = useState(false)
  const chosen = useTheme()
  const theme = chosen === 'system' ? 'auto' : chosen
  useEffect(() => {
    solved.current = onSolved
  })
  useEffect(() => {
    let remove = () => {}
    let isGone = false
    loadTurnstile(script).then(
      (turnstile) => {
        if (isGone || !container.current) return
        const widget = turnstile.render(container.current, {
          sitekey: siteKey,
          action,
          theme,
          callback: (token) => solved.current(token),
          'error-callback': () => setFailed(true),
        })
        remove = () => turnstile.remove(widget)
      },
      () => setFailed(true),
    )
    return () => {
      isGone = true
      remove()
    }
  }, [siteKey, script, action, theme])
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-2 text-muted text-sm">
        You can go on now if you confirm that you are a person.
      </legend>
      <div ref={container} className="min-h-16" />
      {hasFailed ? (
        <p role="alert" className="text-danger text-sm">
          The check could not be loaded. Try again at the time above.
        </p>
      ) : null}
    </fieldset>
  )
}
