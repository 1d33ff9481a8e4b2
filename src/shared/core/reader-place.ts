/** The reader's language tag and time zone. */
export type ReaderPlace = { locale: string; timeZone: string }

let place: ReaderPlace | null = null
const listeners = new Set<() => void>()

/**
 * The place that dates and numbers are formatted for. Null: unknown, so they are in UTC and in the shop's own form. It
 * is always null in the Worker, and in the browser until a prerendered page is hydrated: both must render the same.
 */
export const readerPlace = (): ReaderPlace | null => place

/** Only for the browser's start and for tests. */
export function setReaderPlace(next: ReaderPlace | null): void {
  place = next && {
    ...next,
    // Western digits and years: prices, receipts and mails have them too.
    locale: new Intl.Locale(next.locale, { numberingSystem: 'latn', calendar: 'gregory' }).toString(),
  }
  for (const listener of listeners) listener()
}

export function onReaderPlace(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
