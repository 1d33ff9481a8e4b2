import { type Context, Hono, type MiddlewareHandler } from 'hono'
import {
  FILE_TOO_LARGE,
  IMAGE_TOO_LARGE,
  MAX_FILE_BYTES,
  MAX_IMAGE_BYTES,
  uploadFieldsSchema,
} from '#shared/releases/contract.ts'
import { Problem } from '../../core/problem.ts'
import { actorOf } from '../../http/actor.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { idParam } from '../../http/id-param.ts'
import { adminOnly, requireStill } from '../../http/permissions.ts'
import { limitRate } from '../../http/rate-limit.ts'
import { requireViewer } from '../../http/session.ts'
import { validate } from '../../http/validate.ts'
import { findManagedProduct, noSuchProduct } from '../catalogue/find-managed-product.ts'
import { checkDamaged, replaceDamaged } from './damaged-file.ts'
import { readUpload } from './read-upload.ts'
import { findForUpload, findScript } from './store.ts'
import { uploadFile } from './upload-file.ts'
import { removeImage, uploadImage } from './upload-image.ts'

const FILE = { ...FILE_TOO_LARGE, bytes: MAX_FILE_BYTES }
const IMAGE = { ...IMAGE_TOO_LARGE, bytes: MAX_IMAGE_BYTES }

/** Each upload may add 25 MB to the store. */
const UPLOADS_PER_ADMIN = { burst: 60, refillSeconds: 20 }

const limitUploads: MiddlewareHandler<AppEnv> = async (c, next) => {
  await limitRate(c.env, `upload:${(await requireViewer(c)).id}`, UPLOADS_PER_ADMIN)
  await next()
}

/** Routes for admins: upload a product's file, upload or remove its picture. */
export const uploadRoutes = new Hono<AppEnv>()
  .post('/:id/file', adminOnly, limitUploads, validate('param', idParam), async (c) => {
    const { id } = c.req.valid('param')
    const target = await findForUpload(c.get('db'), id)
    if (!target) throw noSuchProduct()
    if (target.isBundle) throw new Problem(422, 'A bundle has no file. Upload files to its scripts.')
    const upload = await readUpload(c.req.raw, 'file', FILE)
    await requireStill(c)
    const fields = uploadFieldsSchema.safeParse(upload.fields)
    if (!fields.success) {
      throw new Problem(400, fields.error.issues[0]?.message ?? 'The request is not valid.')
    }
    await uploadFile(c.env, c.get('db'), await actorOf(c), { id, ...target }, upload, fields.data, Date.now())
    return c.json({ success: true, data: await shown(c, id), message: 'File Uploaded' }, 201)
  })

  .post('/:id/image', adminOnly, limitUploads, validate('param', idParam), async (c) => {
    const { id } = c.req.valid('param')
    if (!(await findScript(c.get('db'), id))) throw noSuchProduct()
    const upload = await readUpload(c.req.raw, 'image', IMAGE)
    await requireStill(c)
    // Read again, because the product may have changed during the upload.
    const script = await findScript(c.get('db'), id)
    if (!script) throw noSuchProduct()
    await uploadImage(c.env, c.get('db'), await actorOf(c), script, upload, Date.now())
    return c.json({ success: true, data: await shown(c, id), message: 'Image Uploaded' }, 201)
  })

  .delete('/:id/image', adminOnly, validate('param', idParam), async (c) => {
    const { id } = c.req.valid('param')
    const script = await findScript(c.get('db'), id)
    if (!script) throw noSuchProduct()
    await removeImage(c.env, c.get('db'), await actorOf(c), script, Date.now())
    return c.json({ success: true, data: await shown(c, id), message: 'Image Removed' })
  })

/** Routes for admins: repair the damaged file of a release. */
export const repairRoutes = new Hono<AppEnv>()
  .post('/:id/file', adminOnly, limitUploads, validate('param', idParam), async (c) => {
    const upload = await readUpload(c.req.raw, 'file', FILE)
    await requireStill(c)
    const now = Date.now()
    const actor = await actorOf(c)
    const id = await replaceDamaged(c.env, c.get('db'), actor, c.req.valid('param').id, upload, now)
    return c.json({ success: true, data: await shown(c, id), message: 'File Repaired' })
  })

  .post('/:id/check', adminOnly, limitUploads, validate('param', idParam), async (c) => {
    const actor = await actorOf(c)
    const id = await checkDamaged(c.env, c.get('db'), actor, c.req.valid('param').id, Date.now())
    return c.json({ success: true, data: await shown(c, id), message: 'File Repaired' })
  })

const shown = (c: Context<AppEnv>, id: number) => findManagedProduct(c.get('db'), id, Date.now())
