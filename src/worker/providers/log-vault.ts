/**
 * The public log in the file store: every entry and every signed checkpoint, each written once. This copy, not the
 * database, decides what was logged: a database that was restored from a backup is behind it.
 */
export type LogVault = ReturnType<typeof logVault>

const ENTRIES = 'log/entries/'
const CHECKPOINTS = 'log/checkpoints/'
const DIGITS = 12

const entryKey = (index: number) => `${ENTRIES}${String(index).padStart(DIGITS, '0')}`

/** The store lists keys in ascending order, so the largest checkpoint has the smallest number. */
const checkpointKey = (size: number) => `${CHECKPOINTS}${String(10 ** DIGITS - size).padStart(DIGITS, '0')}`

export function logVault(bucket: R2Bucket) {
  /** The text that is stored at the key: this one, or the one that was there before. */
  async function writeOnce(key: string, text: string): Promise<string> {
    const written = await bucket.put(key, text, { onlyIf: { etagDoesNotMatch: '*' } })
    if (written) return text
    const present = await readText(key)
    if (present === null) throw new Error(`${key} was neither written nor found`)
    return present
  }

  async function readText(key: string): Promise<string | null> {
    const object = await bucket.get(key)
    return object ? object.text() : null
  }

  return {
    /** Returns the entry that has this place: another one where the place was taken. */
    writeEntry: (index: number, entry: string) => writeOnce(entryKey(index), entry),

    /** Null where the place is free. */
    readEntry: (index: number) => readText(entryKey(index)),

    /** Returns the checkpoint of this size: another one where it was signed before. */
    writeCheckpoint: (size: number, note: string) => writeOnce(checkpointKey(size), note),

    /** The note of the largest checkpoint; null: none was signed. */
    async readLastCheckpoint(): Promise<string | null> {
      const { objects } = await bucket.list({ prefix: CHECKPOINTS, limit: 1 })
      const [last] = objects
      return last ? readText(last.key) : null
    },
  }
}
