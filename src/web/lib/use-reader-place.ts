import { startTransition, useEffect, useState } from 'react'
import { onReaderPlace, readerPlace, setReaderPlace } from '#shared/core/reader-place.ts'

/** Formats dates and numbers for this browser's language and time zone from now on. */
export function adoptReaderPlace(): void {
  if (readerPlace()) return
  try {
    // `languages` has the reader's order; the formatter's default can be the browser's own language instead.
    setReaderPlace({
      locale: navigator.languages[0] ?? navigator.language,
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    })
  } catch {
    // An unusual browser without a valid language or zone keeps UTC, as the server has it.
  }
}

/**
 * Renders the component, and everything that it renders, again once the reader's place is known. In a transition, because
 * it is a whole page.
 */
export function useReaderPlace(): void {
  const [, setPlace] = useState(readerPlace)
  useEffect(() => {
    const update = () => startTransition(() => setPlace(readerPlace))
    update()
    return onReaderPlace(update)
  }, [])
}

/** Adopts the place after the first commit, which must equal the server's markup. */
export const useAdoptReaderPlace = (): void => useEffect(adoptReaderPlace, [])
