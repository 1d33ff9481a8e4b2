import { zValidator } from '@hono/zod-validator'
import type { Context, MiddlewareHandler } from 'hono'
import type { ZodType } from 'zod'
import { Problem } from '../core/problem.ts'
import { isStorableJson } from '../core/storable-text.ts'
import type { AppEnv } from './app-env.ts'
import { parseInput } from './parse-input.ts'
import { requireStill } from './permissions.ts'
import { readBody } from './read-body.ts'

const MAX_JSON_BYTES = 64 * 1024

/** A body that arrives within this time needs no second check of the session. */
const AT_ONCE_MS = 1000

/** No page sends such a text. */
const notStorable = () =>
  new Problem(400, 'The text has a character that cannot be stored. Please remove it and try again.', {
    event: { kind: 'input_refused' },
  })

/** Reads the body. After a slow body the session is checked again: it may have ended meanwhile. */
async function readJson(c: Context<AppEnv>): Promise<string> {
  const began = Date.now()
  const text = await readBody(c, MAX_JSON_BYTES)
  if (Date.now() - began > AT_ONCE_MS) await requireStill(c)
  return text
}

/**
 * Accepts a JSON body of at most `MAX_JSON_BYTES` whose texts the database can store. Uploads have their own route.
 */
export const jsonOnly: MiddlewareHandler<AppEnv> = async (c, next) => {
  const type = c.req.header('content-type') ?? ''
  if (!/^application\/json\b/i.test(type)) throw new Problem(415, 'Send the body as application/json.')
  if (!isStorableJson(parseJson(await readJson(c)))) throw notStorable()
  await next()
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Problem(400, 'The body is not valid JSON.')
  }
}

/** Refuses an address with a NUL character, for all routes that read a parameter or a query. */
export const storableUrl: MiddlewareHandler = async (c, next) => {
  if (c.req.url.includes('%00')) throw notStorable()
  await next()
}

/** `jsonOnly` for an optional body: a missing body counts as an empty object. */
export const jsonIfAny: MiddlewareHandler<AppEnv> = async (c, next) => {
  if (c.req.header('content-type')) return jsonOnly(c, next)
  if ((await readJson(c)) !== '') throw new Problem(415, 'Send the body as application/json.')
  const headers = new Headers(c.req.raw.headers)
  headers.set('content-type', 'application/json')
  c.req.raw = new Request(c.req.raw, { headers, body: '{}' })
  await next()
}

/** The schemas of the middleware that `validate` made, for the test of their words. */
export const schemasOf = new WeakMap<object, { target: string; schema: ZodType }>()

/** Parses one part of the request. The message names the first error; `data.fields` has all of them. */
export function validate<Target extends 'json' | 'query' | 'param', Schema extends ZodType>(
  target: Target,
  schema: Schema,
) {
  const middleware = zValidator(target, schema, async (result) => {
    if (result.success) return
    const { issues } = (await parseInput(schema, result.data)).error ?? result.error
    const fields: Record<string, string> = {}
    for (const issue of issues) fields[issue.path.join('.')] ??= issue.message
    const [first] = issues
    const message = first ? sentence(first.path.join('.'), first.message) : 'The request is not valid.'
    throw new Problem(400, message, { data: { fields } })
  })
  schemasOf.set(middleware, { target, schema })
  return middleware
}

/** Zod's own wording ("Invalid option: …") says nothing without the field's name. */
const sentence = (field: string, message: string) =>
  message.startsWith('Invalid') && field && message.includes(':') ? `${field}: ${message}` : message
