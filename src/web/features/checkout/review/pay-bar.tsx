import { type ReactNode, useEffect, useRef } from 'react'

const ROOM = '--pay-bar'
/** The height of the area above the bottom edge in which toasts appear, in pixels. */
const TOAST_ZONE = 180

/**
 * The amount and the payment button, with the notices of a failed attempt, sticky at the bottom edge below 1024 px.
 * Toasts are moved up so as not to cover it.
 */
export function PayBar({ children }: { children: ReactNode }) {
  const bar = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const element = bar.current
    if (!element) return
    const { style } = document.documentElement
    const measure = () => {
      const { top, bottom } = element.getBoundingClientRect()
      const below = window.innerHeight - top
      const coversToasts = below > 0 && bottom > window.innerHeight - TOAST_ZONE
      style.setProperty(ROOM, coversToasts ? `${Math.round(below)}px` : '0px')
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
      className="sticky bottom-(--offline-bar,0px) -mx-gutter flex flex-col gap-3 border-line border-t bg-bg px-gutter py-3 lg:static lg:mx-0 lg:border-0 lg:p-0"
    >
      {children}
    </div>
  )
}
