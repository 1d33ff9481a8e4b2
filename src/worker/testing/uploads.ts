import { env } from 'cloudflare:workers'
import type { AdminProductDetail } from '#shared/catalogue/contract.ts'
import type { Client } from './clients.ts'

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
