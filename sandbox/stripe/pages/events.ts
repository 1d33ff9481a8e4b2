import { Hono } from 'hono'
import { html } from 'hono/html'
import type { Box, BoxApp } from '../../box.ts'
import { formatInstant } from '../../pages/format.ts'
import { layout, type Markup } from '../../pages/layout.ts'
import { wantsPage } from '../../pages/negotiate.ts'
import { endpoints } from '../../webhooks/endpoints.ts'
import { attemptsOf, type EventRow, findEvent, listEvents, resendEvent } from '../../webhooks/events.ts'

const iso = (at: number) => new Date(at).toISOString()

function describe(box: Box, row: EventRow) {
  const event = JSON.parse(row.payload)
  return {
    id: row.id,
    provider: row.provider,
    type: row.type,
    object: objectOf[row.provider](event),
    state: row.state,
    dueAt: row.state === 'pending' ? iso(row.due_at) : null,
    attempts: attemptsOf(box, row.id).map(({ at, status, note, is_copy }) => ({
      at: iso(at),
      status,
      note,
      copy: is_copy === 1,
    })),
    event,
  }
}

/** The id of the object that an event is about. */
const objectOf: Record<EventRow['provider'], (event: Record<string, unknown>) => unknown> = {
  stripe: ({ data }) => (data as { object: { id: string } }).object.id,
  coinbase: ({ id }) => id,
  btcpay: ({ invoiceId }) => invoiceId,
  resend: ({ data }) => (data as { email_id: string }).email_id,
}

const tone: Partial<Record<EventRow['state'], string>> = {
  delivered: 'good',
  failed: 'bad',
  pending: 'warn',
  held: 'warn',
}

/** Events as list items with their delivery state and a button to send them again. */
export function eventList(box: Box, rows: EventRow[]): Markup {
  if (rows.length === 0) return html`<p class="soft">No events yet.</p>`
  return html`<ul class="list">${rows.map((row) => {
    const tries = attemptsOf(box, row.id)
    const last = tries.at(-1)
    return html`<li><span class="grow"><strong>${row.type}</strong><br><code class="soft">${row.provider} · ${row.id}</code></span>
      <span class="small soft">${tries.length} sent${last ? html`, last ${formatInstant(last.at)}: ${last.status ?? last.note}` : ''}</span>
      <span class="tag ${tone[row.state] ?? ''}">${row.state}</span>
      <form method="post" action="/sandbox/stripe/events/${row.id}/resend"><button class="small">Resend</button></form></li>`
  })}</ul>`
}

/** The pages and actions for webhook events, sent and pending. */
export const eventRoutes = new Hono<BoxApp>()
  .get('/sandbox/stripe/events.json', (c) => {
    const { limit = '-1', after = '', of } = c.req.query()
    const which = of === 'mails' ? 'mails' : 'payments'
    return c.json(
      listEvents(c.env, { limit: Number(limit), after, of: which }).map((row) => describe(c.env, row)),
    )
  })
  .get('/sandbox/stripe/events', (c) =>
    c.html(
      layout({
        title: 'Events',
        body: html`<h1>Events</h1>
          <p class="soft">Webhooks of the last 200 events, newest first. <a href="/sandbox/stripe/events.json">All as JSON</a></p>
          ${eventList(c.env, listEvents(c.env, { limit: 200 }))}
          <h2>About mails</h2>
          ${eventList(c.env, listEvents(c.env, { limit: 200, of: 'mails' }))}`,
      }),
    ),
  )
  .get('/sandbox/stripe/events/:id/signed', async (c) => {
    const row = findEvent(c.env, c.req.param('id'))
    if (!row) return c.json({ message: 'No such event' }, 404)
    const { payload, headers, signedBy } = await endpoints[row.provider].write(row, c.env.env, Date.now())
    return c.json({ provider: row.provider, payload, headers, header: headers[signedBy] })
  })
  .post('/sandbox/stripe/events/:id/resend', async (c) => {
    const id = c.req.param('id')
    if (!findEvent(c.env, id)) return c.json({ message: 'No such event' }, 404)
    resendEvent(c.env, id)
    await c.env.arm()
    return wantsPage(c) ? c.redirect('/sandbox/stripe/events', 303) : c.json({ id, state: 'pending' })
  })
