/**
 * Whether the database can store and compare the text: no NUL character, which ends a text in SQLite, and no lone
 * surrogate, which UTF-8 cannot express.
 */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/** Whether all texts in a JSON value, keys included, are storable. Without recursion: the value may be nested deeply. */
export function isStorableJson(json: unknown): boolean {
  const open = [json]
  while (open.length > 0) {
    const value = open.pop()
    if (typeof value === 'string' && !isStorable(value)) return false
    if (typeof value === 'object' && value !== null) {
      // Not push(...): a call takes a limited number of arguments.
      for (const [key, one] of Object.entries(value)) {
        if (!isStorable(key)) return false
        open.push(one)
      }
    }
  }
  return true
}
