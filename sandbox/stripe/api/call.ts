import type { Context, Handler } from 'hono'
import { z } from 'zod'
import type { Box, BoxApp } from '../../box.ts'
import { newId } from '../../ids.ts'
import { invalidRequest } from '../errors.ts'
import { decodeForm } from '../form.ts'
import { readParams } from '../params.ts'
import { expand } from './expand.ts'
import { recall, remember } from './idempotency.ts'

const expandSchema = z.array(z.string()).max(20).default([])

/**
 * One API operation: validates the parameters with `schema`, runs `run` in a transaction, then expands the response.
 * A POST with an Idempotency-Key is carried out once; its response is replayed for later calls.
 */
export function operation<Schema extends z.ZodType>(
  schema: Schema,
  run: (box: Box, params: z.output<Schema>, id: string) => object,
): Handler<BoxApp> {
  return async (c) => {
    // workerd logs a warning for text() on a form.
    const body = c.req.method === 'GET' ? '' : new TextDecoder().decode(await c.req.arrayBuffer())
    const query = new URL(c.req.url).search.slice(1)
    const key = (c.req.method === 'POST' && c.req.header('idempotency-key')) || null
    if (key && key.length > 255) throw invalidRequest('Idempotency keys can be at most 255 characters.')
    const box: Box = { ...c.env, request: { id: newId('req', 14), idempotencyKey: key } }
    const fingerprint = `${c.req.method} ${c.req.path} ${body}`
    const now = Date.now()

    const earlier = key ? recall(box, key, fingerprint, now) : null
    if (earlier !== null) c.header('idempotent-replayed', 'true')
    const answer =
      earlier ??
      box.transact(() => {
        const { expand: paths, ...raw } = decodeForm([query, body].filter(Boolean).join('&'))
        const result = run(box, readParams(schema, raw), c.req.param('id') ?? '')
        const json = JSON.stringify(expand(box, result, expandSchema.parse(paths)))
        if (key) remember(box, key, fingerprint, json, now)
        return json
      })
    if (c.req.method !== 'GET') await box.arm()
    if (key) c.header('idempotency-key', key)
    c.header('request-id', box.request?.id)
    return json(c, answer)
  }
}

function json(c: Context, body: string): Response {
  return c.body(body, 200, { 'content-type': 'application/json' })
}
