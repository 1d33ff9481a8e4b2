import { type ReactNode, useEffect, useRef } from 'react'

const ROOM = '--pay-bar'

/** On phones and tablets the paying end of the form sticks to the bottom edge; toasts then stand above it. */
export function PayBar({ children }: { children: ReactNode }) {
  const bar = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const element = bar.current
    if (!element) return
    const { style } = document.documentElement
    const measure = () => {
      const sticks = getComputedStyle(element).position === 'sticky'
      style.setProperty(ROOM, sticks ? `${element.offsetHeight}px` : '0px')
    }
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    window.addEventListener('resize', measure)
    return () => {
      observer.disconnect()
      window.removeEventListener('resize', measure)
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
