import { type ReadImage, readImage } from '#shared/releases/image-rules.ts'
import { Problem } from '../../core/problem.ts'
import { noteAction } from '../../db/audit.ts'
import { commit, type Db, refusedBy } from '../../db/client.ts'
import type { scripts } from '../../db/schema/catalogue.ts'
import type { Actor } from '../../http/actor.ts'
import type { PictureStore } from '../../http/app-env.ts'
import type { Env } from '../../providers/env.ts'
import { changedMeanwhile } from '../catalogue/change-product.ts'
import { noSuchProduct } from '../catalogue/find-managed-product.ts'
import { changeProduct } from '../catalogue/manage-writes.ts'
import { discardQuietly } from './discard-objects.ts'
import type { Upload } from './read-upload.ts'
import { findScript } from './store.ts'
import { storeObject } from './store-object.ts'
import { abandonObject, isUploaded } from './writes.ts'

type Script = typeof scripts.$inferSelect

/**
 * Sets a product's picture and deletes the one before. The content decides the type, never the name or the browser.
 * @throws Problem 415 no supported picture; 409 the product has changed meanwhile; 503 the store is down
 */
export async function uploadImage(
  env: Env,
  db: Db,
  actor: Actor,
  script: Script,
  { bytes }: Upload,
  now: number,
): Promise<void> {
  const image = readImage(bytes)
  if (!image.ok) throw new Problem(415, image.reason, { data: { title: image.title } })
  await storePicture(env, db, actor, script, { bytes, image, mark: '', address: null }, now)
}

/** Pictures that are copied from other sites, for the catalogue. */
export const pictureStore = (env: Env, db: Db): PictureStore => ({
  async save(actor, id, copy, now) {
    const script = await findScript(db, id)
    if (!script) throw noSuchProduct()
    await storePicture(env, db, actor, script, copy, now)
  },
  async drop(actor, id, imagePath, now) {
    const script = await findScript(db, id)
    if (script?.imagePath === imagePath) await removeImage(env, db, actor, script, now)
  },
})

type Picture = {
  bytes: Uint8Array
  image: Extract<ReadImage, { ok: true }>
  /** Hexadecimal: the first characters of the picture's name. */
  mark: string
  /** Where it was copied from; null: it was uploaded. */
  address: string | null
}

async function storePicture(
  env: Env,
  db: Db,
  actor: Actor,
  script: Script,
  { bytes, image, mark, address }: Picture,
  now: number,
): Promise<void> {
  const sha256 = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as BufferSource)).toHex()
  const name = `${(mark + crypto.randomUUID().replaceAll('-', '')).slice(0, 32)}.${image.kind.extension}`
  const key = imageKey(script.id, name)
  const { width, height } = image
  const from = address === null ? {} : { copiedFrom: address }
  const after = { image: name, type: image.kind.type, size: bytes.length, width, height, ...from }
  const writes = [
    ...changePicture(db, actor, script, { imagePath: key, imageUrl: address }, now),
    noteAction(db, {
      actorId: actor.id,
      action: 'product.image',
      onlyIf: isUploaded(key),
      subject: `product:${script.id}`,
      before: { image: nameOf(script.imagePath) },
      after,
      ip: actor.ip,
      now,
    }),
  ]
  try {
    await storeObject(env, db, { key, bytes, sha256, contentType: image.kind.type }, actor.id, writes, now)
  } catch (error) {
    throw refusedBy(error, 'scripts', 'updated_at') ? changedMeanwhile() : error
  }
  if (script.imagePath) await discardQuietly(env, db, [script.imagePath])
}

/**
 * Removes the picture, and the address that it was copied from.
 * @throws Problem 404, 409
 */
export async function removeImage(
  env: Env,
  db: Db,
  actor: Actor,
  script: Script,
  now: number,
): Promise<void> {
  if (script.imagePath === null) throw new Problem(404, 'This product has no image.')
  const entry = {
    actorId: actor.id,
    action: 'product.image-removed' as const,
    subject: `product:${script.id}`,
  }
  const before = { image: nameOf(script.imagePath) }
  try {
    await commit(db, [
      ...changePicture(db, actor, script, { imagePath: null, imageUrl: null }, now),
      noteAction(db, { ...entry, before, after: { image: null }, ip: actor.ip, now }),
    ])
  } catch (error) {
    throw refusedBy(error, 'scripts', 'updated_at') ? changedMeanwhile() : error
  }
  await discardQuietly(env, db, [script.imagePath])
}

/** The same batch marks the object of the previous picture as unused. */
const changePicture = (
  db: Db,
  actor: Actor,
  script: Script,
  picture: Pick<Script, 'imagePath' | 'imageUrl'>,
  now: number,
) => [
  changeProduct(db, script, picture, now),
  ...(script.imagePath === null ? [] : [abandonObject(db, script.imagePath, actor.id)]),
]

export const imageKey = (productId: number, name: string) => `images/${productId}/${name}`

const nameOf = (key: string | null) => key?.slice(key.lastIndexOf('/') + 1) ?? null
