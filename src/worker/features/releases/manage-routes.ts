import { type Context, Hono } from 'hono'
import type { AdminProductDetail } from '#shared/catalogue/manage-contract.ts'
import { signatureSchema } from '#shared/publishers/contract.ts'
import {
  draftChangeSchema,
  publishSchema,
  recallSchema,
  recordRunSchema,
  yankSchema,
} from '#shared/releases/contract.ts'
import { confirmScanSchema } from '#shared/scan/contract.ts'
import { actorOf } from '../../http/actor.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { idParam } from '../../http/id-param.ts'
import { adminOnly } from '../../http/permissions.ts'
import { limitRate } from '../../http/rate-limit.ts'
import { requireViewer } from '../../http/session.ts'
import { coreDeps } from '../../http/shop-deps.ts'
import { jsonIfAny, jsonOnly, validate } from '../../http/validate.ts'
import { findManagedProduct } from '../catalogue/find-managed-product.ts'
import { changeDraft, noSuchRelease, recallRelease, removeDraft, yankRelease } from './change-release.ts'
import { previewWithdrawal } from './downloaders.ts'
import { promoteRelease, publishRelease, signRelease } from './publish-release.ts'
import { recordRun } from './record-run.ts'
import { confirmScan, scanRelease } from './scan-again.ts'

/** Each one reads a whole archive. */
const SCANS = { burst: 20, refillSeconds: 20 }

/** The admins' actions on releases. Every change responds with the product as it is then, with all of its releases. */
export const releaseManagement = new Hono<AppEnv>()
  .post(
    '/:id/publish',
    adminOnly,
    jsonIfAny,
    validate('param', idParam),
    validate('json', publishSchema),
    async (c) => {
      const { silent } = c.req.valid('json')
      const now = Date.now()
      const { id } = c.req.valid('param')
      const data = await shown(c, await publishRelease(coreDeps(c), await actorOf(c), id, { silent }, now))
      const message = waits(data, id) ? 'Release Is Being Published' : 'Release Published'
      return c.json({ success: true, data, message })
    },
  )

  .post(
    '/:id/promote',
    adminOnly,
    jsonIfAny,
    validate('param', idParam),
    validate('json', publishSchema),
    async (c) => {
      const { silent } = c.req.valid('json')
      const now = Date.now()
      const { id } = c.req.valid('param')
      const data = await shown(c, await promoteRelease(coreDeps(c), await actorOf(c), id, silent, now))
      const message = waits(data, id) ? 'Being Offered to Everyone' : 'Offered to Everyone'
      return c.json({ success: true, data, message })
    },
  )

  .put(
    '/:id/signature',
    adminOnly,
    jsonOnly,
    validate('param', idParam),
    validate('json', signatureSchema),
    async (c) => {
      const { signature } = c.req.valid('json')
      const id = await signRelease(
        c.get('db'),
        await actorOf(c),
        c.req.valid('param').id,
        signature,
        Date.now(),
      )
      return c.json({ success: true, data: await shown(c, id), message: 'Release Signed' })
    },
  )

  .put(
    '/:id/run',
    adminOnly,
    jsonOnly,
    validate('param', idParam),
    validate('json', recordRunSchema),
    async (c) => {
      const run = c.req.valid('json')
      const id = await recordRun(c.get('db'), await actorOf(c), c.req.valid('param').id, run, Date.now())
      return c.json({ success: true, data: await shown(c, id), message: 'Run Recorded' })
    },
  )

  .delete('/:id/run', adminOnly, validate('param', idParam), async (c) => {
    const id = await recordRun(c.get('db'), await actorOf(c), c.req.valid('param').id, null, Date.now())
    return c.json({ success: true, data: await shown(c, id), message: 'Run Removed' })
  })

  .post('/:id/scan', adminOnly, validate('param', idParam), async (c) => {
    await limitRate(c.env, `scan:${(await requireViewer(c)).id}`, SCANS)
    const id = await scanRelease(coreDeps(c), await actorOf(c), c.req.valid('param').id, Date.now())
    return c.json({ success: true, data: await shown(c, id), message: 'Release Scanned' })
  })

  .post(
    '/:id/confirmation',
    adminOnly,
    jsonOnly,
    validate('param', idParam),
    validate('json', confirmScanSchema),
    async (c) => {
      const { reason } = c.req.valid('json')
      const id = await confirmScan(c.get('db'), await actorOf(c), c.req.valid('param').id, reason, Date.now())
      return c.json({ success: true, data: await shown(c, id), message: 'Scan Confirmed' })
    },
  )

  .post(
    '/:id/yank',
    adminOnly,
    jsonOnly,
    validate('param', idParam),
    validate('json', yankSchema),
    async (c) => {
      const { reason } = c.req.valid('json')
      const now = Date.now()
      const id = await yankRelease(coreDeps(c), await actorOf(c), c.req.valid('param').id, reason, now)
      return c.json({ success: true, data: await shown(c, id), message: 'Release Withdrawn' })
    },
  )

  .post(
    '/:id/recall',
    adminOnly,
    jsonOnly,
    validate('param', idParam),
    validate('json', recallSchema),
    async (c) => {
      const now = Date.now()
      const notice = c.req.valid('json')
      const id = await recallRelease(coreDeps(c), await actorOf(c), c.req.valid('param').id, notice, now)
      return c.json({ success: true, data: await shown(c, id), message: 'Release Recalled' })
    },
  )

  .get('/:id/downloaders', adminOnly, validate('param', idParam), async (c) => {
    const data = await previewWithdrawal(c.get('db'), c.req.valid('param').id)
    if (data === null) throw noSuchRelease()
    return c.json({ success: true, data })
  })

  .patch(
    '/:id',
    adminOnly,
    jsonOnly,
    validate('param', idParam),
    validate('json', draftChangeSchema),
    async (c) => {
      const now = Date.now()
      const change = c.req.valid('json')
      const id = await changeDraft(c.get('db'), await actorOf(c), c.req.valid('param').id, change, now)
      return c.json({ success: true, data: await shown(c, id), message: 'Draft Updated' })
    },
  )

  .delete('/:id', adminOnly, validate('param', idParam), async (c) => {
    const now = Date.now()
    const id = await removeDraft(c.env, c.get('db'), await actorOf(c), c.req.valid('param').id, now)
    return c.json({ success: true, data: await shown(c, id), message: 'Draft Deleted' })
  })

/** Whether the publication of a release waits for its place in the public log. */
const waits = ({ releases }: AdminProductDetail, id: number): boolean =>
  releases.some((release) => release.id === id && release.isBeingPublished)

const shown = (c: Context<AppEnv>, id: number) => findManagedProduct(c.get('db'), id, Date.now())
