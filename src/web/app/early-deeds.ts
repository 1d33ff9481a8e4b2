/** What a person did on the page before the app was there. */
export type EarlyDeed =
  | { kind: 'click'; target: HTMLElement }
  | { kind: 'input'; target: HTMLInputElement | HTMLTextAreaElement; value: string }
  | { kind: 'shortcut'; event: KeyboardEvent }

declare global {
  interface Window {
    /** From boot.ts; absent on the development server. */
    takeEarlyDeeds?: () => EarlyDeed[]
  }
}

/** Does again, now that somebody listens, what was done while nobody did. Call once the page is hydrated. */
export function repeatEarlyDeeds(): void {
  for (const deed of window.takeEarlyDeeds?.() ?? []) {
    if (deed.kind === 'click') press(deed.target)
    else if (deed.kind === 'input') tellValue(deed.target, deed.value)
    else document.dispatchEvent(new KeyboardEvent('keydown', deed.event))
  }
}

/** A tab changes as soon as the mouse goes down on it. */
function press(button: HTMLElement): void {
  if (button.role === 'tab') button.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, button: 0 }))
  button.click()
}

/** React took what was typed for the field's first value, so it hears of it only as a change from something else. */
function tellValue(field: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  const set = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set
  for (const step of ['', value]) {
    set?.call(field, step)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
}
