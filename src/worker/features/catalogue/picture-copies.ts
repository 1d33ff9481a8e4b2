import type { AdminProductDetail, ProductChange, ProductForm } from '#shared/catalogue/manage-contract.ts'
import { logError } from '../../core/log-error.ts'
import { Problem } from '../../core/problem.ts'
import { sha256Hex } from '../../core/tokens.ts'
import type { Db } from '../../db/client.ts'
import type { scripts } from '../../db/schema/catalogue.ts'
import type { Actor } from '../../http/actor.ts'
import type { PictureCopy, PictureStore } from '../../http/app-env.ts'
import { fetchPicture } from '../../providers/fetch-picture.ts'
import { patchProduct } from './change-product.ts'
import { createProduct } from './create-product.ts'
import { findManagedProduct, noSuchProduct } from './find-managed-product.ts'
import { findToChange } from './read-managed.ts'

type Script = typeof scripts.$inferSelect

type Deps = { db: Db; actor: Actor; outside: typeof fetch; pictures: PictureStore }

/**
 * Creates a product, with a copy of the picture at its address.
 * @throws Problem 422 the picture cannot be copied: nothing was created
 */
export async function createWithPicture(
  { db, actor, outside, pictures }: Deps,
  form: ProductForm,
  now: number,
): Promise<{ product: AdminProductDetail; message: string }> {
  const copy = form.imageUrl === null ? null : await copyOf(outside, form.imageUrl)
  const product = await createProduct(db, actor, { ...form, imageUrl: null }, now)
  if (!copy) return { product, message: 'Product Added' }
  try {
    await pictures.save(actor, product.id, copy, now)
  } catch (error) {
    // The product exists: a second attempt with the whole form would create another one.
    logError('pictures', { product: product.id, error })
    return {
      product,
      message: 'Product Added. Its image could not be stored: please save its address again.',
    }
  }
  return { product: await findManagedProduct(db, product.id, now), message: 'Product Added' }
}

/**
 * Changes a product. A new picture address is copied from first; an address that is removed takes its copy with it.
 * @throws Problem as patchProduct; 422 the picture cannot be copied: nothing was changed
 */
export async function patchWithPicture(
  { db, actor, outside, pictures }: Deps,
  id: number,
  { imageUrl, ...change }: ProductChange,
  now: number,
): Promise<AdminProductDetail> {
  if (imageUrl === undefined) return patchProduct(db, actor, id, change, now)
  const found = await findToChange(db, id)
  if (!found) throw noSuchProduct()
  const wasCopy = await isCopy(found.script)
  if (imageUrl === null) {
    const product = await patchProduct(db, actor, id, { ...change, imageUrl }, now)
    if (!wasCopy || found.script.imagePath === null) return product
    await pictures.drop(actor, id, found.script.imagePath, now)
  } else if (wasCopy && imageUrl === found.script.imageUrl) {
    return patchProduct(db, actor, id, change, now)
  } else {
    const copy = await copyOf(outside, imageUrl)
    await patchProduct(db, actor, id, change, now)
    await pictures.save(actor, id, copy, now)
  }
  return findManagedProduct(db, id, now)
}

/** Whether the product's picture is a copy from its address, not an uploaded one. */
async function isCopy({ imageUrl, imagePath }: Script): Promise<boolean> {
  if (imageUrl === null || imagePath === null) return false
  return imagePath.includes(`/${await markOf(imageUrl)}`)
}

const markOf = async (address: string) => (await sha256Hex(address)).slice(0, 16)

async function copyOf(outside: typeof fetch, address: string): Promise<PictureCopy> {
  const picture = await fetchPicture(outside, address)
  if (typeof picture === 'string')
    throw new Problem(422, picture, { data: { fields: { imageUrl: picture } } })
  return { ...picture, address, mark: await markOf(address) }
}
