/** What a person did on the page before the app was there. */
export type EarlyEvent =
  | { kind: 'click'; target: HTMLElement }
  | { kind: 'input'; target: HTMLInputElement | HTMLTextAreaElement; value: string }
  | { kind: 'shortcut'; event: KeyboardEvent }

declare global {
  interface Window {
    /** From boot.ts: does again, once somebody listens, what was done while nobody did. Not on the development server. */
    replayEarlyEvents?: () => void
  }
}
