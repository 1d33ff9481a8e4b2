/** An answer that is being written survives another page, a reload and a mistaken click, in its browser tab. */
const keyOf = (messageId: number) => `inbox-answer-${messageId}`

export function readDraft(messageId: number): string {
  try {
    return sessionStorage.getItem(keyOf(messageId)) ?? ''
  } catch {
    return ''
  }
}

export function keepDraft(messageId: number, text: string): void {
  try {
    if (text.trim() === '') sessionStorage.removeItem(keyOf(messageId))
    else sessionStorage.setItem(keyOf(messageId), text)
  } catch {
    // A browser that keeps nothing: the form still holds it.
  }
}
