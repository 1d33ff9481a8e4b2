import { type Context, Hono } from 'hono'
import { incidentReportSchema, incidentStepSchema, incidentUndoSchema } from '#shared/recalls/contract.ts'
import { actorOf } from '../../http/actor.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { idParam } from '../../http/id-param.ts'
import { pageQuery } from '../../http/paging.ts'
import { adminOnly } from '../../http/permissions.ts'
import { jsonOnly, validate } from '../../http/validate.ts'
import { changeReport, markDone, undoDone } from './change-report.ts'
import { listPeople } from './list-people.ts'
import { readWithdrawal } from './read-withdrawal.ts'

const peopleQuery = pageQuery.omit({ q: true })

/** Withdrawn releases, for admins, by the id of the release. Every change responds with the release's detail. */
export const recallManagement = new Hono<AppEnv>()
  .get('/:id', adminOnly, validate('param', idParam), async (c) =>
    c.json({ success: true, data: await shown(c, c.req.valid('param').id) }),
  )

  .get('/:id/people', adminOnly, validate('param', idParam), validate('query', peopleQuery), async (c) => {
    const { limit, cursor = 0 } = c.req.valid('query')
    const page = { after: cursor, limit }
    const { rows, nextCursor } = await listPeople(c.get('db'), c.req.valid('param').id, page)
    return c.json({ success: true, data: rows, nextCursor })
  })

  .put(
    '/:id/report',
    adminOnly,
    jsonOnly,
    validate('param', idParam),
    validate('json', incidentReportSchema),
    async (c) => {
      const { id } = c.req.valid('param')
      const { awareAt, note } = c.req.valid('json')
      const change = { awareAt: Date.parse(awareAt), note }
      await changeReport(c.get('db'), await actorOf(c), id, change, Date.now())
      return c.json({ success: true, data: await shown(c, id), message: 'Report Sheet Saved' })
    },
  )

  .post(
    '/:id/report/done',
    adminOnly,
    jsonOnly,
    validate('param', idParam),
    validate('json', incidentStepSchema),
    async (c) => {
      const { id } = c.req.valid('param')
      const { incidentClocks } = c.get('config')
      await markDone(c.get('db'), await actorOf(c), incidentClocks, id, c.req.valid('json'), Date.now())
      return c.json({ success: true, data: await shown(c, id), message: 'Report Marked as Done' })
    },
  )

  .post(
    '/:id/report/undo',
    adminOnly,
    jsonOnly,
    validate('param', idParam),
    validate('json', incidentUndoSchema),
    async (c) => {
      const { id } = c.req.valid('param')
      await undoDone(c.get('db'), await actorOf(c), id, c.req.valid('json').clock, Date.now())
      return c.json({ success: true, data: await shown(c, id), message: 'Report Marked as Not Done' })
    },
  )

const shown = (c: Context<AppEnv>, id: number) =>
  readWithdrawal(c.get('db'), c.get('config').incidentClocks, id, Date.now())
