/** The private store of release files. Keys are generated and immutable; nothing in it has a public address. */
export function fileVault(bucket: R2Bucket) {
  return {
    /** Null where the key is absent; only the part that `range` (a request's headers) names. Throws where it names none. */
    read: (key: string, range?: Headers): Promise<R2ObjectBody | null> =>
      bucket.get(key, range ? { range } : {}),
  }
}
