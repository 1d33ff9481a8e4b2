// Requests as no page of ours sends them: every part is drawn, and some of each look real.
import fc from 'fast-check'

/** The route's pattern, and what a caller fills into it. `nth` chooses one of the callers. */
export type HostileRequest = {
  route: string
  caller: number
  params: string[]
  query: [string, string][]
  headers: Record<string, string>
  body: HostileBody
}
export type HostileBody =
  | { kind: 'fields'; picks: [number, unknown][]; extra: Record<string, unknown> }
  | { kind: 'text'; text: string }
  | { kind: 'bytes'; bytes: Uint8Array }
  | { kind: 'form'; parts: [name: string, filename: string | null, content: string][]; isClosed: boolean }

const TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udc00x',
  '\u202efdp.exe',
  '%00',
  "1' OR '1'='1",
  '<script>alert(1)</script>',
  '../../etc/passwd',
  'http://127.0.0.1/',
  'javascript:alert(1)',
  '__proto__',
  'constructor',
  'toString',
  'NaN',
  '-1',
  '1e999',
  '9007199254740993',
  '2026-02-30T00:00:00Z',
  '+275760-09-13T00:00:00.001Z',
  '0000-01-01',
  'x'.repeat(300),
  'x'.repeat(20_000),
  '😀'.repeat(200),
  '{"$ne":null}',
  'a@b',
  '"a b"@mail.test',
  'x@xn--80ak6aa92e.test',
]
/** Values that a real page could send. They take a request past the checks of its form. */
const REAL = [
  'someone@mail.test',
  'long enough password',
  'A reason that says why',
  'SAVE20',
  '1.0.0',
  '2026-01-01T00:00:00.000Z',
  'percentage',
  'all',
  'stripe',
  'one-time',
  'admin',
  12,
  1,
  0.2,
  9.99,
  true,
]
const NUMBERS = [0, -0, -1, 0.1, 1.5, 2 ** 31, 2 ** 53, 1e21, 1e308, 5e-324]

const text = fc.oneof(
  fc.constantFrom(...TEXTS),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ maxLength: 12 }),
)
const value = fc.oneof(
  { weight: 3, arbitrary: text },
  { weight: 3, arbitrary: fc.constantFrom<unknown>(...REAL) },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(...NUMBERS, null, true, false) },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>([], {}, [null], [[]], { length: 1 }, { toString: null }) },
)

/** A part of a path. Most of what is drawn is no id; the numbers are ids of rows that a test may lose. */
const param = (ids: readonly string[]) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...ids) },
    {
      weight: 2,
      arbitrary: fc.constantFrom(
        '0',
        '-1',
        '07',
        '1.5',
        '1e3',
        'NaN',
        '9007199254740993',
        '99999999999999999999',
        '%00',
        '%',
        '%ff',
        '%2e%2e%2f',
        "1'--",
        '%F0%9F%92%A5',
        'x'.repeat(3000),
      ),
    },
    {
      weight: 1,
      arbitrary: fc.string({ unit: 'binary-ascii', minLength: 1, maxLength: 20 }).map(encodeURIComponent),
    },
  )

const QUERY = [
  'limit',
  'cursor',
  'page',
  'q',
  'search',
  'status',
  'from',
  'to',
  'days',
  'month',
  'timezone',
  'sort',
  'token',
  'special_key',
  'version',
  'release',
  'userId',
  'isAdmin',
  'channel',
  'since',
  'hash',
  'code',
  'id',
]
/** Only what an HTTP header can carry: the platform refuses the rest before the Worker. */
const headerText = fc.oneof(
  fc.constantFrom(
    '',
    'null',
    '*',
    '*/*',
    'bytes=0-',
    'bytes=-1',
    'bytes=9999999999-1',
    'W/"x"',
    '"',
    'Bearer x',
    't=1,v1=00',
    't=NaN,v1=',
    'v1,AAAA',
    'sha256=00',
    'text/plain',
    'application/json; charset=utf-16',
    'multipart/form-data; boundary=b',
    '127.0.0.1',
    '::ffff:1.2.3.4',
    'not an address',
    'x'.repeat(4000),
    'Thu, 01 Jan 1970 00:00:00 GMT',
  ),
  fc.string({ maxLength: 30 }).map((drawn) => drawn.replace(/[^\x20-\x7e]/g, '').trim()),
)
const HEADERS = [
  'accept',
  'accept-language',
  'user-agent',
  'range',
  'if-none-match',
  'if-modified-since',
  'authorization',
  'cookie',
  'x-forwarded-for',
  'cf-connecting-ip',
  'cf-ipcountry',
  'referer',
  'sec-fetch-site',
  'content-type',
  'content-length-hint',
  'stripe-signature',
  'x-cc-webhook-signature',
  'btcpay-sig',
  'svix-signature',
  'svix-id',
  'svix-timestamp',
  'upgrade',
  'x-request-id',
]

const names = fc.oneof(
  fc.constantFrom(
    '__proto__',
    'constructor',
    'id',
    'isAdmin',
    'userId',
    'price',
    'email',
    'password',
    'username',
  ),
  fc.string({ maxLength: 10 }),
)
const body: fc.Arbitrary<HostileBody> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('fields' as const),
      picks: fc.array(fc.tuple(fc.nat(), value), { maxLength: 8 }),
      extra: fc.dictionary(names, value, { maxKeys: 2 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('text' as const),
      text: fc.oneof(
        fc.constantFrom(
          '',
          '[]',
          'null',
          '1',
          '"x"',
          '{',
          '{"a":',
          '[[[[',
          '{"__proto__":{"isAdmin":true}}',
          '\ufeff{}',
        ),
        fc.json(),
        text,
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('bytes' as const), bytes: fc.uint8Array({ maxLength: 300 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('form' as const),
      parts: fc.array(
        fc.tuple(
          fc.constantFrom('file', 'image', 'version', 'changelog', 'isBeta', '', '__proto__', 'file"'),
          fc.option(fc.constantFrom('a.zip', 'a.png', '../a.zip', '', 'a.exe', 'x'.repeat(400)), {
            nil: null,
          }),
          fc.oneof(text, fc.constantFrom('PK\u0003\u0004', '\u0089PNG\r\n', '1.0.0')),
        ),
        { maxLength: 4 },
      ),
      isClosed: fc.boolean(),
    }),
  },
)

/** Requests to these routes by one of `callers` callers. `ids`: what stands for an id that exists. */
export const hostileRequests = (
  routes: readonly string[],
  callers: number,
  ids: readonly string[],
): fc.Arbitrary<HostileRequest> =>
  fc.record({
    route: fc.constantFrom(...routes),
    caller: fc.nat({ max: callers - 1 }),
    params: fc.array(param(ids), { minLength: 3, maxLength: 3 }),
    query: fc.array(fc.tuple(fc.constantFrom(...QUERY), text), { maxLength: 3 }),
    headers: fc.dictionary(fc.constantFrom(...HEADERS), headerText, { maxKeys: 2 }),
    body,
  })

/** The request's path with its query. */
export function pathOf({ route, params, query }: HostileRequest): string {
  let nth = 0
  const path = (route.split(' ')[1] ?? '').replace(
    /:\w+(\{[^}]*\})?|\*/g,
    () => params[nth++ % params.length] ?? '0',
  )
  const asked = query.map(([name, asks]) => `${name}=${encodeURIComponent(asks.toWellFormed())}`).join('&')
  return asked === '' ? path : `${path}?${asked}`
}

/** The body and its content type. `fields`: names that the route is known to read. */
export function bodyOf(
  request: HostileRequest,
  fields: readonly string[],
): { type: string; content: BodyInit } {
  const { body } = request
  const json = 'application/json'
  switch (body.kind) {
    case 'fields': {
      const picked = body.picks.map(
        ([nth, drawn]) => [fields[nth % Math.max(1, fields.length)] ?? 'x', drawn] as const,
      )
      return { type: json, content: JSON.stringify({ ...body.extra, ...Object.fromEntries(picked) }) }
    }
    case 'text':
      return { type: json, content: body.text }
    case 'bytes':
      return { type: json, content: body.bytes as Uint8Array<ArrayBuffer> }
    case 'form': {
      const parts = body.parts.map(([name, filename, content]) => {
        const file = filename === null ? '' : `; filename="${filename}"`
        return `--b\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${content}\r\n`
      })
      return {
        type: 'multipart/form-data; boundary=b',
        content: parts.join('') + (body.isClosed ? '--b--\r\n' : ''),
      }
    }
  }
}
