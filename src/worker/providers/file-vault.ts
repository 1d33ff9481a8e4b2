export type VaultFile = R2ObjectBody | R2Object

/** The private store of release files. Keys are generated and immutable; nothing in it has a public address. */
export function fileVault(bucket: R2Bucket) {
  return {
    /** Null where the key is absent. Without a body when the conditional headers were not met. */
    read: (key: string, headers: Headers): Promise<VaultFile | null> =>
      bucket.get(key, { range: headers, onlyIf: headers }),
    head: (key: string) => bucket.head(key),
  }
}
export type FileVault = ReturnType<typeof fileVault>
