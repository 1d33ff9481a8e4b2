import { expect, test } from 'vitest'
import type { ZodType } from 'zod'
import { visitor } from '../testing/clients.ts'
import { allRoutes } from '../testing/routes/all-routes.ts'
import { parseInput } from './parse-input.ts'
import { schemasOf } from './validate.ts'

// The internals of a schema that say which fields it requires.
type Def = {
  type: string
  in?: ZodType
  innerType?: ZodType
  options?: ZodType[]
  shape?: Record<string, ZodType>
  values?: unknown[]
}
const defOf = (schema: ZodType) => schema._zod.def as unknown as Def

/** The objects that a schema accepts. */
function objectsIn(schema: ZodType): Record<string, ZodType>[] {
  const { type, shape, options, in: input, innerType } = defOf(schema)
  if (type === 'object' && shape) return [shape]
  if (options) return options.flatMap(objectsIn)
  return input || innerType ? objectsIn((input ?? innerType) as ZodType) : []
}

const typeOf = (schema: ZodType): string => {
  const { type, in: input, innerType } = defOf(schema)
  return input || innerType ? typeOf((input ?? innerType) as ZodType) : type
}
const EMPTY: Record<string, unknown> = { string: '', array: [] }

const routes = allRoutes.flatMap(({ method, path, handler }) => {
  const validated = schemasOf.get(handler)
  return validated && validated.target !== 'param' ? [{ name: `${method} ${path}`, ...validated }] : []
})

// spec: login-rules
test('an absent field of any call gets the words of an empty one, and never those of the parser', async () => {
  const unlike: string[] = []
  let checked = 0
  for (const { name, target, schema } of routes) {
    for (const shape of objectsIn(schema)) {
      const literals = Object.entries(shape).flatMap(([key, field]) => {
        const { type, values } = defOf(field)
        return type === 'literal' ? [[key, values?.[0]] as const] : []
      })
      for (const [key, field] of Object.entries(shape)) {
        if (literals.some(([known]) => known === key)) continue
        const wordsFor = async (more: object) => {
          const { error } = await parseInput(schema, { ...Object.fromEntries(literals), ...more })
          return error?.issues.find(({ path }) => path[0] === key)?.message
        }
        const absent = await wordsFor({})
        if (absent === undefined) continue
        checked += 1
        // A query has texts only: an empty one is no number.
        const empty = target === 'query' ? absent : await wordsFor({ [key]: EMPTY[typeOf(field)] ?? null })
        if (/^(Invalid|Too) \w+:/.test(absent) || absent !== (empty ?? absent))
          unlike.push(`${name} ${key}: ${absent} / ${empty}`)
      }
    }
  }
  expect(unlike).toEqual([])
  expect(checked).toBeGreaterThan(80)
})

// spec: login-rules
test.each([
  [
    '/api/auth/login',
    { username: 'Username is required', password: 'Password must be at least 8 characters' },
  ],
  [
    '/api/auth/register',
    {
      username: 'Username is required',
      email: 'Invalid email address',
      password: 'Password must be at least 8 characters',
    },
  ],
  [
    '/api/contact',
    {
      firstName: 'First name is required',
      lastName: 'Last name is required',
      email: 'Invalid email address',
      subject: 'Subject is required',
      message: 'Message must be at least 10 characters',
    },
  ],
])('%s names every absent field in the words of its form', async (path, fields) => {
  const { status, message, data } = await visitor().post<{ fields: object }>(path, {})
  expect([status, message, data.fields]).toEqual([400, Object.values(fields)[0], fields])
})

test('a field of another type is named with the type that it must have', async () => {
  const { message } = await visitor().post('/api/auth/login', { username: 7, password: 'long enough' })
  expect(message).toBe('Username must be text')
})
