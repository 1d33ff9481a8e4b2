import { Hono } from 'hono'
import { z } from 'zod'
import { changePasswordSchema, updateProfileSchema } from '#shared/accounts/contract.ts'
import { emailKey } from '../../core/email-address.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { deviceOf } from '../../http/client-ip.ts'
import { pageQuery } from '../../http/paging.ts'
import { signedIn } from '../../http/permissions.ts'
import {
  factorRecentlyProved,
  recentlyAuthenticated,
  requireRecentlyAuthenticated,
} from '../../http/recently-authenticated.ts'
import { clearSessionCookie, requireViewer, setSessionCookie } from '../../http/session.ts'
import { coreDeps } from '../../http/shop-deps.ts'
import { jsonOnly, validate } from '../../http/validate.ts'
import { changePassword } from './change-password.ts'
import { endOtherSessions, endSession } from './end-sessions.ts'
import { rememberDevice } from './known-device.ts'
import { readProfile } from './read-profile.ts'
import { readSessions } from './read-sessions.ts'
import { HANDLE, handleOf, readCursor } from './session-handle-rules.ts'
import { updateProfile } from './update-profile.ts'
import { burnTokens } from './writes.ts'

const sessionsQuery = z.object({
  limit: pageQuery.shape.limit,
  cursor: z
    .string()
    .transform(readCursor)
    .refine((cursor) => cursor !== null, 'This is not a cursor of this list')
    .optional(),
})
const handleParam = z.object({ id: z.string().regex(HANDLE, 'This is not the id of a session') })

/** Actions of a user on their own account. Each route has its own guard: other features have routes under this path. */
export const userRoutes = new Hono<AppEnv>()
  .get('/profile', signedIn, async (c) => {
    const viewer = await requireViewer(c)
    const data = await readProfile(c.get('db'), c.get('config'), viewer.id, Date.now())
    return c.json({ success: true, data })
  })

  .put('/profile', signedIn, jsonOnly, validate('json', updateProfileSchema), async (c) => {
    const [viewer, now] = [await requireViewer(c), Date.now()]
    const form = c.req.valid('json')
    const isNewAddress = emailKey(form.email) !== emailKey(viewer.email)
    if (isNewAddress && viewer.hasFactor) await requireRecentlyAuthenticated(c)
    await updateProfile(coreDeps(c), viewer, form, now)
    const data = await readProfile(c.get('db'), c.get('config'), viewer.id, now)
    return c.json({ success: true, message: 'Profile updated successfully', data })
  })

  .delete('/pending-email', signedIn, async (c) => {
    const viewer = await requireViewer(c)
    await burnTokens(c.get('db'), viewer, ['change'], Date.now())
    return c.json({ success: true, message: 'Your email address stays as it is.' })
  })

  .put(
    '/password',
    signedIn,
    factorRecentlyProved,
    jsonOnly,
    validate('json', changePasswordSchema),
    async (c) => {
      const viewer = await requireViewer(c)
      const session = await changePassword(coreDeps(c), viewer, c.req.valid('json'), deviceOf(c), Date.now())
      setSessionCookie(c, session.token, session.expiresAt)
      await rememberDevice(c, viewer)
      return c.json({ success: true, message: 'Password changed successfully' })
    },
  )

  .get('/sessions', signedIn, validate('query', sessionsQuery), async (c) => {
    const viewer = await requireViewer(c)
    const { rows, nextCursor } = await readSessions(c.get('db'), viewer, c.req.valid('query'), Date.now())
    return c.json({ success: true, data: rows, nextCursor })
  })

  .delete('/sessions', signedIn, recentlyAuthenticated, async (c) => {
    const session = await endOtherSessions(coreDeps(c), await requireViewer(c), deviceOf(c), Date.now())
    setSessionCookie(c, session.token, session.expiresAt)
    return c.json({ success: true, message: 'All other devices are logged out.' })
  })

  .delete('/sessions/:id', signedIn, validate('param', handleParam), async (c) => {
    const { id } = c.req.valid('param')
    const isOwn = handleOf((await requireViewer(c)).sessionId) === id
    // Ending this session is a logout.
    const viewer = isOwn ? await requireViewer(c) : await requireRecentlyAuthenticated(c)
    const { wasCurrent } = await endSession(coreDeps(c), viewer, id, Date.now())
    if (wasCurrent) clearSessionCookie(c)
    return c.json({ success: true, message: 'This device is logged out.' })
  })
