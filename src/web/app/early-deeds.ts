/** What a person did on the page before the app was there. */
export type EarlyDeed =
  | { kind: 'click'; target: HTMLElement }
  | { kind: 'input'; target: HTMLInputElement | HTMLTextAreaElement }
  | { kind: 'shortcut'; event: KeyboardEvent }

declare global {
  interface Window {
    /** From boot.ts; absent on pages that start the app at once. */
    takeEarlyDeeds?: () => EarlyDeed[]
  }
}

/** Does again, now that somebody listens, what was done while nobody did. Call once the page is hydrated. */
export function repeatEarlyDeeds(): void {
  for (const deed of window.takeEarlyDeeds?.() ?? []) {
    if (deed.kind === 'click') deed.target.click()
    else if (deed.kind === 'input') tellValue(deed.target)
    else document.dispatchEvent(new KeyboardEvent('keydown', deed.event))
  }
}

/** React took what was typed for the field's first value, so it hears of it only as a change from something else. */
function tellValue(field: HTMLInputElement | HTMLTextAreaElement): void {
  const { value } = field
  const set = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set
  for (const step of ['', value]) {
    set?.call(field, step)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
}
