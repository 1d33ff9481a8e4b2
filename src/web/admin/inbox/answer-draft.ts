/** Drafts are kept in session storage: they survive navigation and a reload, but not the browser tab. */
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
    // The browser refuses storage. The text is still in the form.
  }
}
