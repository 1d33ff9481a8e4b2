export type StoredObject = {
  key: string
  bytes: Uint8Array
  /** Lower-case hex: the store refuses bytes with another hash. */
  sha256: string
  contentType: string
}

/** The private store of release files and pictures. Keys are generated and immutable; no object has a public URL. */
export function fileVault(bucket: R2Bucket) {
  return {
    /** Null where the key is absent. `part` is the first and last byte wanted, which the file must have. */
    read: (key: string, part: { first: number; last: number } | null): Promise<R2ObjectBody | null> =>
      bucket.get(key, part ? { range: { offset: part.first, length: part.last - part.first + 1 } } : {}),

    /** The size in bytes; null where the key is absent. */
    size: async (key: string): Promise<number | null> => (await bucket.head(key))?.size ?? null,

    async write({ key, bytes, sha256, contentType }: StoredObject): Promise<void> {
      await bucket.put(key, bytes, { sha256, httpMetadata: { contentType } })
    },

    /** Absent keys are no error. At most 1,000 keys. */
    remove: (keys: string[]): Promise<void> => bucket.delete(keys),
  }
}
