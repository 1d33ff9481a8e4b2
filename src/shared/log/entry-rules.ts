import { toIso } from '#shared/core/time.ts'
import type { LogEntry } from './contract.ts'
import { hashLeaf } from './merkle-rules.ts'

type Product = { id: number; slug: string }

/** An entry as it is logged: compact JSON, with the fields in the order in which they are created here, and its hash. */
export type SealedEntry = { text: string; leaf: string }

export async function sealEntry(entry: LogEntry): Promise<SealedEntry> {
  const text = JSON.stringify(entry)
  return { text, leaf: await hashLeaf(text) }
}

/**
 * `size`: bytes. `manifest`: SHA-256 of windfall.json. `key`: the fingerprint of the publisher's key. `confirmed`: why a
 * second admin confirmed what the scan found. `isBeta`: offered only to owners who chose beta versions. Without these two
 * the entry has no such fields.
 */
export const publishEntry = (
  release: {
    product: Product
    version: string
    sha256: string
    size: number
    manifest: string | null
    key: string
    signature: string
    isBeta?: boolean
    confirmed?: string | null
  },
  now: number,
): LogEntry => {
  const { product, version, sha256, size, manifest, key, signature, isBeta, confirmed } = release
  const named = { id: product.id, slug: product.slug }
  return {
    type: 'publish',
    at: toIso(now),
    product: named,
    version,
    sha256,
    size,
    manifest,
    key,
    signature,
    ...(isBeta && { channel: 'beta' as const }),
    ...(confirmed && { confirmed }),
  }
}

export const yankEntry = (
  release: { product: Product; version: string; sha256: string; reason: string },
  now: number,
): LogEntry => {
  const { product, version, sha256, reason } = release
  return {
    type: 'yank',
    at: toIso(now),
    product: { id: product.id, slug: product.slug },
    version,
    sha256,
    reason,
  }
}

export const recallEntry = (
  release: { product: Product; version: string; sha256: string; reason: string; advice: string },
  now: number,
): LogEntry => {
  const { product, version, sha256, reason, advice } = release
  const named = { id: product.id, slug: product.slug }
  return { type: 'recall', at: toIso(now), product: named, version, sha256, reason, advice }
}

/** `key`: the line of the public key. */
export const keyAddEntry = (
  {
    name,
    key,
    fingerprint,
    activeFrom,
  }: { name: string; key: string; fingerprint: string; activeFrom: number },
  now: number,
): LogEntry => ({
  type: 'key-add',
  at: toIso(now),
  name,
  key,
  fingerprint,
  activeFrom: toIso(activeFrom),
})

export const keyConfirmEntry = (fingerprint: string, change: 'add' | 'remove', now: number): LogEntry => ({
  type: 'key-confirm',
  at: toIso(now),
  fingerprint,
  change,
})

export const keyRemoveEntry = (fingerprint: string, activeUntil: number, now: number): LogEntry => ({
  type: 'key-remove',
  at: toIso(now),
  fingerprint,
  activeUntil: toIso(activeUntil),
})

export const keyKeepEntry = (fingerprint: string, now: number): LogEntry => ({
  type: 'key-keep',
  at: toIso(now),
  fingerprint,
})
