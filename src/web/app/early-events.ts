/** An interaction with the page before the app was running. */
export type EarlyEvent =
  | { kind: 'click'; target: HTMLElement }
  | { kind: 'input'; target: HTMLInputElement | HTMLTextAreaElement; value: string }
  | { kind: 'choice'; target: HTMLSelectElement; value: string }
  | { kind: 'shortcut'; event: KeyboardEvent }

declare global {
  interface Window {
    /** From boot.ts: replays the recorded interactions once the app listens. Absent on the development server. */
    replayEarlyEvents?: () => Promise<void>
  }
}
