import { env } from 'cloudflare:workers'
import type { AdminProductDetail } from '#shared/catalogue/manage-contract.ts'
import { DAY } from '#shared/core/time.ts'
import {
  fingerprintOf,
  keyLine,
  plainKey,
  signatureBlob,
  signedBytes,
  toArmor,
} from '#shared/publishers/sshsig-rules.ts'
import { openDb } from '../db/client.ts'
import { publisherKeys } from '../db/schema/publishers.ts'
import type { Client, SignedIn } from './clients.ts'

type Answered = { status: number; message: string; data: AdminProductDetail & { title?: string } }

export const PRODUCTS = '/api/secure-management/products'

const read = async (response: Response): Promise<Answered> => {
  const body = (await response.json()) as Omit<Answered, 'status'>
  return { status: response.status, message: body.message, data: body.data }
}

/** A form as a browser sends it. */
export async function sendFile(
  admin: Client,
  productId: number,
  bytes: Uint8Array,
  {
    field = 'file',
    name = 'script.zip',
    type = 'application/zip',
    fields = {} as Record<string, string>,
  } = {},
): Promise<Answered> {
  const form = new FormData()
  form.append(field, new File([bytes as BufferSource], name, { type }))
  for (const [key, value] of Object.entries(fields)) form.append(key, value)
  return read(await admin.fetch('POST', `${PRODUCTS}/${productId}/${field}`, {}, form))
}

export const sendImage = (admin: Client, productId: number, bytes: Uint8Array, name = 'cover.png') =>
  sendFile(admin, productId, bytes, { field: 'image', name, type: 'image/png' })

/** Any call with a JSON body. */
export const callAs = async (
  admin: Client,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answered> =>
  read(
    await admin.fetch(
      method,
      path,
      body === undefined ? {} : { 'content-type': 'application/json' },
      body === undefined ? undefined : JSON.stringify(body),
    ),
  )

/** The keys in the store, and the keys of unfinished uploads. */
export async function traces() {
  const { objects } = await env.FILES.list({ limit: 1000 })
  const { results } = await env.DB.prepare('SELECT key FROM uploads').all<{ key: string }>()
  return { objects: objects.map(({ key }) => key).sort(), uploads: results.map(({ key }) => key) }
}

/** The header of a PNG, filled up to `length` bytes. */
export function aPng(width = 640, height = 400, length = 100): Uint8Array {
  const bytes = new Uint8Array(length)
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52])
  const view = new DataView(bytes.buffer)
  view.setUint32(16, width)
  view.setUint32(20, height)
  return bytes
}

export type TestPublisher = {
  line: string
  fingerprint: string
  /** The armored signature of a statement, as ssh-keygen writes it. */
  sign: (statement: string) => Promise<string>
}

/** A publisher's key that no shop knows. */
export async function aPublisherKey(): Promise<TestPublisher> {
  const pair = (await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])) as CryptoKeyPair
  const raw = new Uint8Array((await crypto.subtle.exportKey('raw', pair.publicKey)) as ArrayBuffer)
  const key = plainKey(raw)
  return {
    line: keyLine(key),
    fingerprint: await fingerprintOf(key),
    sign: async (statement) => {
      const bytes = await signedBytes(statement)
      const signed = await crypto.subtle.sign('Ed25519', pair.privateKey, bytes as BufferSource)
      return toArmor(signatureBlob(key, new Uint8Array(signed)))
    },
  }
}

/** A publisher's key that is active in the shop. */
export async function aPublisher(activeFrom = Date.now() - DAY): Promise<TestPublisher> {
  const key = await aPublisherKey()
  await openDb(env.DB)
    .insert(publisherKeys)
    .values({
      name: 'Tests',
      publicKey: key.line,
      fingerprint: key.fingerprint,
      addedAt: activeFrom - DAY,
      activeFrom,
    })
  return key
}

/** Signs a draft by a publisher of its own. Returns the response of the shop. */
export async function signDraft(admin: SignedIn, productId: number, releaseId: number) {
  const { data } = await callAs(admin, 'GET', `${PRODUCTS}/${productId}`)
  const release = data.releases.find(({ id }) => id === releaseId)
  const publisher = await aPublisher()
  const signature = await publisher.sign(release?.statement ?? '')
  return callAs(admin, 'PUT', `/api/secure-management/releases/${releaseId}/signature`, { signature })
}
