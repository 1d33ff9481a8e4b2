/** The private store of release files. Keys are generated and immutable; nothing in it has a public address. */
export function fileVault(bucket: R2Bucket) {
  return {
    /** Null where the key is absent. `part` is the first and last byte wanted, which the file must have. */
    read: (key: string, part: { first: number; last: number } | null): Promise<R2ObjectBody | null> =>
      bucket.get(key, part ? { range: { offset: part.first, length: part.last - part.first + 1 } } : {}),
  }
}
