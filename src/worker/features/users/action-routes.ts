import { Hono } from 'hono'
import { removeFactorsSchema } from '#shared/factors/contract.ts'
import {
  deactivateSchema,
  endSessionsSchema,
  giveAccessSchema,
  noteSchema,
  roleSchema,
} from '#shared/users/contract.ts'
import { actorOf } from '../../http/actor.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { idParam } from '../../http/id-param.ts'
import { adminOnly } from '../../http/permissions.ts'
import { limitRate } from '../../http/rate-limit.ts'
import { SAFE_METHODS } from '../../http/safe-methods.ts'
import { requireViewer } from '../../http/session.ts'
import { coreDeps, shopDeps } from '../../http/shop-deps.ts'
import { jsonIfAny, jsonOnly, validate } from '../../http/validate.ts'
import { changeRole } from './change-role.ts'
import { activateAccount, deactivateAccount } from './deactivate-account.ts'
import { deleteUser } from './delete-user.ts'
import { endUserSessions } from './end-user-sessions.ts'
import { giveUserAccess } from './give-access.ts'
import { liftDownloadLimits } from './lift-download-limits.ts'
import { removeFactors } from './remove-factors.ts'
import { resendConfirmation } from './resend-confirmation.ts'
import { revokeAccess } from './revoke-access.ts'
import { removeNote, writeNote } from './write-note.ts'

const id = validate('param', idParam)
const grantParam = idParam.extend({ grantId: idParam.shape.id })
const noteParam = idParam.extend({ noteId: idParam.shape.id })

/** A stolen session must not be able to close or erase one account after the other. */
const ACTIONS_PER_ADMIN = { burst: 60, refillSeconds: 5 }

/** Actions of admins on accounts. */
export const userActionRoutes = new Hono<AppEnv>()
  .use(adminOnly)
  .use(async (c, next) => {
    if (!SAFE_METHODS.has(c.req.method)) {
      await limitRate(c.env, `customer-action:${(await requireViewer(c)).id}`, ACTIONS_PER_ADMIN)
    }
    await next()
  })
  .post('/:id/deactivate', id, jsonOnly, validate('json', deactivateSchema), async (c) => {
    const [actor, { reason }] = [await actorOf(c), c.req.valid('json')]
    const data = await deactivateAccount(shopDeps(c), actor, c.req.valid('param').id, reason, Date.now())
    return c.json({ success: true, message: 'Account deactivated', data })
  })
  .post('/:id/activate', id, async (c) => {
    await activateAccount({ db: c.get('db') }, await actorOf(c), c.req.valid('param').id, Date.now())
    return c.json({ success: true, message: 'Account activated' })
  })
  .delete('/:id', id, async (c) => {
    await deleteUser(shopDeps(c), await actorOf(c), c.req.valid('param').id)
    return c.json({ success: true, message: 'Account deleted' })
  })
  .post('/:id/end-sessions', id, jsonIfAny, validate('json', endSessionsSchema), async (c) => {
    const { sessionId, staffRole, id: viewerId } = await requireViewer(c)
    const { session } = c.req.valid('json')
    const actor = { ...(await actorOf(c)), sessionId, staffRole }
    await endUserSessions(coreDeps(c), actor, c.req.valid('param').id, session, Date.now())
    const others = viewerId === c.req.valid('param').id ? 'All other devices' : 'All devices'
    return c.json({
      success: true,
      message: session ? 'This device is logged out' : `${others} are logged out`,
    })
  })
  .post('/:id/remove-factors', id, jsonOnly, validate('json', removeFactorsSchema), async (c) => {
    const [actor, { reason }] = [await actorOf(c), c.req.valid('json')]
    await removeFactors(coreDeps(c), actor, c.req.valid('param').id, reason, Date.now())
    return c.json({ success: true, message: 'The second factors are removed' })
  })
  .post('/:id/resend-verification', id, async (c) => {
    const { to } = await resendConfirmation(
      coreDeps(c),
      await actorOf(c),
      c.req.valid('param').id,
      Date.now(),
    )
    return c.json({ success: true, message: `A new link is on its way to ${to}.` })
  })
  .post('/:id/lift-download-limits', id, async (c) => {
    await liftDownloadLimits(c.get('db'), await actorOf(c), c.req.valid('param').id, Date.now())
    return c.json({ success: true, message: 'Downloads count from zero again' })
  })
  .post('/:id/grants', id, jsonOnly, validate('json', giveAccessSchema), async (c) => {
    const [actor, form] = [await actorOf(c), c.req.valid('json')]
    await giveUserAccess(coreDeps(c), actor, c.req.valid('param').id, form, Date.now())
    return c.json({ success: true, message: 'Access granted' }, 201)
  })
  .delete('/:id/grants/:grantId', validate('param', grantParam), async (c) => {
    const { id: userId, grantId } = c.req.valid('param')
    await revokeAccess(coreDeps(c), await actorOf(c), { userId, grantId }, Date.now())
    return c.json({ success: true, message: 'Access revoked' })
  })
  .post('/:id/promote', id, jsonOnly, validate('json', roleSchema), async (c) => {
    const { role = 'owner', currentPassword } = c.req.valid('json')
    const input = { role, currentPassword }
    const { was } = await changeRole(
      coreDeps(c),
      await actorOf(c),
      c.req.valid('param').id,
      input,
      Date.now(),
    )
    const message = was === null ? 'The account is an admin now' : 'The role was changed'
    return c.json({ success: true, message })
  })
  .post('/:id/demote', id, jsonOnly, validate('json', roleSchema), async (c) => {
    const input = { ...c.req.valid('json'), role: null }
    await changeRole(coreDeps(c), await actorOf(c), c.req.valid('param').id, input, Date.now())
    return c.json({ success: true, message: 'The account is not an admin any more' })
  })
  .post('/:id/notes', id, jsonOnly, validate('json', noteSchema), async (c) => {
    const { text } = c.req.valid('json')
    await writeNote(c.get('db'), await actorOf(c), c.req.valid('param').id, text, Date.now())
    return c.json({ success: true, message: 'Note added' }, 201)
  })
  .delete('/:id/notes/:noteId', validate('param', noteParam), async (c) => {
    const { id: userId, noteId } = c.req.valid('param')
    await removeNote(c.get('db'), await actorOf(c), { userId, noteId }, Date.now())
    return c.json({ success: true, message: 'Note deleted' })
  })
