import { type ReactNode, useEffect, useRef } from 'react'

const ROOM = '--pay-bar'
/** Toasts are within this much of the bottom edge. */
const TOAST_ZONE = 180

/** The paying end of the form, which sticks to the bottom edge on phones. Where the toasts would cover it, they rise. */
export function PayBar({ children }: { children: ReactNode }) {
  const bar = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const element = bar.current
    if (!element) return
    const { style } = document.documentElement
    const measure = () => {
      const { top, bottom } = element.getBoundingClientRect()
      const below = window.innerHeight - top
      const lies = below > 0 && bottom > window.innerHeight - TOAST_ZONE
      style.setProperty(ROOM, lies ? `${Math.round(below)}px` : '0px')
    }
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    window.addEventListener('resize', measure)
    window.addEventListener('scroll', measure, { passive: true })
    return () => {
      observer.disconnect()
      window.removeEventListener('resize', measure)
      window.removeEventListener('scroll', measure)
      style.removeProperty(ROOM)
    }
  }, [])

  return (
    <div
      ref={bar}
      className="sticky bottom-(--offline-bar,0px) -mx-gutter flex flex-col gap-3 border-line border-t bg-bg px-gutter pt-4 pb-4 lg:static lg:mx-0 lg:border-0 lg:p-0"
    >
      {children}
    </div>
  )
}
