import { readImage } from '#shared/releases/image-rules.ts'
import { Problem } from '../../core/problem.ts'
import { noteAction } from '../../db/audit.ts'
import { commit, type Db, refusedBy } from '../../db/client.ts'
import type { scripts } from '../../db/schema/catalogue.ts'
import type { Actor } from '../../http/actor.ts'
import type { Env } from '../../providers/env.ts'
import { changedMeanwhile } from '../catalogue/change-product.ts'
import { changeProduct } from '../catalogue/manage-writes.ts'
import { discardQuietly } from './discard-objects.ts'
import type { Upload } from './read-upload.ts'
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
  const sha256 = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as BufferSource)).toHex()
  const name = `${crypto.randomUUID().replaceAll('-', '')}.${image.kind.extension}`
  const key = imageKey(script.id, name)
  const { width, height } = image
  const after = { image: name, type: image.kind.type, size: bytes.length, width, height }
  const writes = [
    ...changePicture(db, actor, script, key, now),
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
 * Removes the uploaded picture. The product's external picture URL, if there is one, is shown again.
 * @throws Problem 404, 409
 */
export async function removeImage(
  env: Env,
  db: Db,
  actor: Actor,
  script: Script,
  now: number,
): Promise<void> {
  if (script.imagePath === null) throw new Problem(404, 'This product has no uploaded image.')
  const entry = {
    actorId: actor.id,
    action: 'product.image-removed' as const,
    subject: `product:${script.id}`,
  }
  const before = { image: nameOf(script.imagePath) }
  try {
    await commit(db, [
      ...changePicture(db, actor, script, null, now),
      noteAction(db, { ...entry, before, after: { image: null }, ip: actor.ip, now }),
    ])
  } catch (error) {
    throw refusedBy(error, 'scripts', 'updated_at') ? changedMeanwhile() : error
  }
  await discardQuietly(env, db, [script.imagePath])
}

/** The same batch marks the object of the previous picture as unused. */
const changePicture = (db: Db, actor: Actor, script: Script, imagePath: string | null, now: number) => [
  changeProduct(db, script, { imagePath }, now),
  ...(script.imagePath === null ? [] : [abandonObject(db, script.imagePath, actor.id)]),
]

export const imageKey = (productId: number, name: string) => `images/${productId}/${name}`

const nameOf = (key: string | null) => key?.slice(key.lastIndexOf('/') + 1) ?? null
