import { Hono } from 'hono'
import type Stripe from 'stripe'
import { z } from 'zod'
import type { BoxApp } from '../../box.ts'
import { type EventRow, findEvent, listEvents } from '../../webhooks/events.ts'
import { resourceMissing } from '../errors.ts'
import { flag, listShape } from '../params.ts'
import { operation } from './call.ts'
import { pageOf } from './page.ts'

const listParams = z.strictObject({
  ...listShape,
  /** May end in `.*`. */
  type: z.string().optional(),
  types: z.array(z.string()).max(20).optional(),
  /** false: only events that are pending or given up. */
  delivery_success: flag.optional(),
})

function eventOf(row: EventRow): Stripe.Event {
  return { ...JSON.parse(row.payload), pending_webhooks: row.state === 'delivered' ? 0 : 1 }
}

function typeFits(type: string, wanted: string): boolean {
  return wanted.endsWith('*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted
}

/** /v1/events */
export const eventsApi = new Hono<BoxApp>()
  .get(
    '/',
    operation(listParams, (box, { type, types, delivery_success: success, ...params }) => {
      const rows = listEvents(box).filter(
        (row) =>
          row.provider === 'stripe' &&
          (!type || typeFits(row.type, type)) &&
          (!types || types.includes(row.type)),
      )
      const delivered = new Map(rows.map((row) => [row.id, row.state === 'delivered']))
      // The cursor can be an event that the delivery filter excludes. The event still marks the position.
      const cursors = [params.starting_after, params.ending_before]
      const events = rows
        .filter(
          (row) => success === undefined || delivered.get(row.id) === success || cursors.includes(row.id),
        )
        .map(eventOf)
      return pageOf(events, params, '/v1/events')
    }),
  )
  .get(
    '/:id',
    operation(z.strictObject({}), (box, _, id) => {
      const row = findEvent(box, id)
      if (row?.provider !== 'stripe') throw resourceMissing('event', id)
      return eventOf(row)
    }),
  )
