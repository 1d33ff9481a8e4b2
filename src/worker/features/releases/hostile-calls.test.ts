import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { concatBytes } from '#shared/core/bytes.ts'
import { aUser, type SignedIn, visitor } from '../../testing/clients.ts'
import { aProduct, type MadeProduct } from '../../testing/products.ts'
import { bought } from '../../testing/purchases.ts'
import { sandbox } from '../../testing/sandbox.ts'
import { aPublisherKey, traces } from '../../testing/uploads.ts'
import { aScriptZip } from '../../testing/zips.ts'

beforeAll(sandbox.calm)

const MANAGE = '/api/secure-management'
/** Ids, versions, tokens and the like, as nobody's browser sends them. */
const HOSTILE = [
  '0',
  '-1',
  '07',
  '1.5',
  'NaN',
  'Infinity',
  '1e3',
  '9007199254740993',
  '999999999999999',
  '%00',
  '1%00',
  '%',
  '%ff',
  '%2e%2e%2f',
  "1'--",
  '<b>',
  'x'.repeat(3000),
  '%F0%9F%92%A5',
]
const VALUES = [
  undefined,
  null,
  true,
  0,
  -1,
  2 ** 53,
  1e308,
  '',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x'.repeat(20_000),
  '2026-02-30T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  '0000-01-01T00:00:00Z',
  [],
  ['x'],
  {},
  { $ne: 1 },
]

let [admin, buyer, product]: [SignedIn, SignedIn, MadeProduct] = [] as never
beforeAll(async () => {
  admin = await aUser({ admin: true })
  buyer = await aUser()
  product = await aProduct()
  await bought(buyer, product.id)
})

const stateOf = async () =>
  JSON.stringify(
    await env.DB.batch(
      [
        'SELECT * FROM script_releases',
        'SELECT * FROM publisher_keys',
        'SELECT count(*) AS n FROM audit_log',
        'SELECT count(*) AS n FROM log_pending',
        'SELECT count(*) AS n FROM log_entries',
        'SELECT * FROM incident_reports',
        'SELECT * FROM incident_steps',
        'SELECT * FROM recall_receipts',
        'SELECT * FROM release_scans',
        "SELECT count(*) AS n FROM email_deliveries WHERE template <> 'security-alert'",
        'SELECT id, password, links_valid_from FROM users',
      ].map((query) => env.DB.prepare(query)),
    ).then((all) => all.map(({ results }) => results)),
  )

test('addresses that no page makes get an error of the caller, and change nothing', async () => {
  const before = await stateOf()
  const paths = HOSTILE.flatMap((one) => [
    ['GET', `/log/tile/${one}`],
    ['GET', `/log/tile/0/${one}`],
    ['GET', `/log/tile/${one}/000`],
    ['GET', `/log/tile/0/000.p/${one}`],
    ['GET', `/log/${one}`],
    ['GET', `/log/proof/${one}`],
    ['GET', `/log/consistency/${one}/1`],
    ['GET', `/log/consistency/1/${one}`],
    ['GET', `/api/log/${one}`],
    ['GET', `/api/log?hash=${one}&cursor=${one}`],
    ['GET', `/api/log?limit=${one}x`],
    ['GET', `/api/download/file/${one}`],
    ['GET', `/api/download/file/${product.id}?version=${one}`],
    ['GET', `/api/download/file/${product.id}?token=${one}`],
    ['GET', `/api/products/${one}/image/${one}`],
    ['GET', `/api/products/${product.id}/compare?from=${one}&to=${one}`],
    ['GET', `/api/products/${one}/scan`],
    ['POST', `/api/recalls/${one}/seen`],
    ['GET', `${MANAGE}/recalls/${one}`],
    ['GET', `${MANAGE}/recalls/${one}/people`],
    ['GET', `${MANAGE}/recalls/${product.release.id}/people?cursor=${one}&limit=${one}`],
    ['GET', `${MANAGE}/releases/${one}/downloaders`],
    ['POST', `${MANAGE}/releases/${one}/publish`],
    ['POST', `${MANAGE}/releases/${one}/promote`],
    ['POST', `${MANAGE}/releases/${one}/scan`],
    ['POST', `${MANAGE}/releases/${one}/check`],
    ['DELETE', `${MANAGE}/releases/${one}`],
  ])
  const failed: string[] = []
  const wrong: string[] = []
  for (const [method = '', path = ''] of paths) {
    const client = path.startsWith(MANAGE) ? admin : path.startsWith('/log') ? visitor() : buyer
    const { status } = await client.fetch(method, path)
    const shown = `${method} ${path.slice(0, 80)} ${status}`
    if (status >= 500) failed.push(shown)
    else if (status < 400) wrong.push(shown)
  }
  expect(failed).toEqual([])
  expect(wrong).toEqual([])
  expect(await stateOf()).toBe(before)
}, 120_000)

test('bodies of the wrong form get an error of the caller, and change nothing', async () => {
  const before = await stateOf()
  const id = product.release.id
  const calls: [method: string, path: string, fields: string[]][] = [
    ['PUT', `${MANAGE}/releases/${id}/signature`, ['signature']],
    ['POST', `${MANAGE}/releases/${id}/confirmation`, ['reason']],
    ['POST', `${MANAGE}/releases/${id}/yank`, ['reason']],
    ['POST', `${MANAGE}/releases/${id}/recall`, ['reason', 'advice']],
    ['PATCH', `${MANAGE}/releases/${id}`, ['version', 'changelog', 'isBeta', 'isSecurityUpdate']],
    ['POST', `${MANAGE}/publisher-keys`, ['name', 'publicKey', 'currentPassword']],
    ['POST', `${MANAGE}/publisher-keys/1/confirm`, ['currentPassword']],
    ['PUT', `${MANAGE}/recalls/${id}/report`, ['awareAt', 'note']],
    ['POST', `${MANAGE}/recalls/${id}/report/done`, ['clock', 'note']],
    ['POST', `${MANAGE}/recalls/${id}/report/undo`, ['clock']],
    ['POST', '/api/user/lockdown', ['password']],
  ]
  const failed: string[] = []
  const wrong: string[] = []
  for (const [method, path, fields] of calls) {
    for (const value of VALUES) {
      // A text that is only odd would be a valid reason.
      if (fields.includes('reason') && typeof value === 'string' && !value.includes('\u0000') && value !== '')
        continue
      const body = JSON.stringify(Object.fromEntries(fields.map((field) => [field, value])))
      const type = { 'content-type': 'application/json' }
      const client = path.startsWith(MANAGE) ? admin : buyer
      const { status } = await client.fetch(method, path, type, body)
      const shown = `${method} ${path} ${body.slice(0, 60)} ${status}`
      if (status >= 500) failed.push(shown)
      else if (status < 400) wrong.push(shown)
    }
    for (const body of ['[]', 'null', '1', '"x"', '{', '{"__proto__":{"reason":"x"}}', '']) {
      const client = path.startsWith(MANAGE) ? admin : buyer
      const { status } = await client.fetch(method, path, { 'content-type': 'application/json' }, body)
      if (status < 400 || status >= 500) failed.push(`${method} ${path} ${body} ${status}`)
    }
  }
  expect(failed).toEqual([])
  expect(wrong).toEqual([])
  expect(await stateOf()).toBe(before)
}, 120_000)

test('the report sheet of a recall takes no text with characters that cannot be shown, and no date out of range', async () => {
  const recalled = await aProduct()
  const id = recalled.release.id
  await bought(buyer, recalled.id)
  const recall = await admin.post(`${MANAGE}/releases/${id}/recall`, {
    reason: 'It leaks',
    advice: 'Delete it',
  })
  expect(recall.status, recall.text).toBe(200)
  const awareAt = new Date().toISOString()
  const before = await stateOf()
  for (const value of VALUES) {
    const dated = await admin.put(`${MANAGE}/recalls/${id}/report`, { awareAt: value, note: '' })
    expect([dated.status, value]).toEqual([400, value])
    // An odd text is a note, and no note is an empty one.
    if (['', '\ud800', undefined].includes(value as string) || String(value).includes('T')) continue
    const saved = await admin.put(`${MANAGE}/recalls/${id}/report`, { awareAt, note: value })
    expect([saved.status, value]).toEqual([400, value])
    const done = await admin.post(`${MANAGE}/recalls/${id}/report/done`, {
      clock: 'Early warning',
      note: value,
    })
    expect([done.status, value]).toEqual([400, value])
  }
  expect(await stateOf()).toBe(before)
})

test('uploads of the wrong form get an error of the caller, and leave neither a row nor an object', async () => {
  const zip = aScriptZip('print("fuzz")\n')
  const text = (value: string) => new TextEncoder().encode(value)
  const part = (headers: string, bytes: Uint8Array) =>
    concatBytes(text(`--b\r\n${headers}\r\n\r\n`), bytes, text('\r\n'))
  const file = 'Content-Disposition: form-data; name="file"; filename="a.zip"'
  const end = text('--b--\r\n')
  const field = (name: string, value: string) =>
    part(`Content-Disposition: form-data; name="${name}"`, text(value))
  const bodies: Uint8Array[] = [
    new Uint8Array(0),
    end,
    text('--b'),
    text('\u0000'.repeat(1000)),
    part(file, zip),
    concatBytes(part(file, new Uint8Array(0)), end),
    concatBytes(part(file, zip.slice(0, -1)), end),
    concatBytes(part(file, zip), part(file, zip), end),
    concatBytes(part(`${file}\r\nX: ${'x'.repeat(5000)}`, zip), end),
    concatBytes(part('', zip), end),
    concatBytes(part('Content-Disposition: form-data; name="__proto__"; filename="a.zip"', zip), end),
    concatBytes(...Array.from({ length: 20 }, () => field('x', 'y')), part(file, zip), end),
    ...['\u0000', '1\u00000', '../1', 'x'.repeat(31), '\ufffd', '-1'].map((version) =>
      concatBytes(field('version', version), part(file, zip), end),
    ),
    concatBytes(field('changelog', 'a\u0000b'), part(file, zip), end),
    concatBytes(field('changelog', 'x'.repeat(10_001)), part(file, zip), end),
    concatBytes(field('isBeta', 'yes'), part(file, zip), end),
    concatBytes(field('version', '1.0'), part(file, zip), end),
    concatBytes(part(`${file.replace('file"', 'image"')}`, zip), end),
  ]
  const failed: string[] = []
  const paths = [
    `${MANAGE}/products/${product.id}/file`,
    `${MANAGE}/products/${product.id}/image`,
    `${MANAGE}/products/999999/file`,
    `${MANAGE}/releases/${product.release.id}/file`,
    `${MANAGE}/releases/999999/file`,
  ]
  // An admin of its own for each path, because uploads of an admin are limited.
  const uploaders = await Promise.all(paths.map(() => aUser({ admin: true })))
  const before = [await stateOf(), await traces()]
  for (const [nth, path] of paths.entries()) {
    const uploader = uploaders[nth] as SignedIn
    for (const [at, body] of bodies.entries()) {
      const { status } = await uploader.fetch(
        'POST',
        path,
        { 'content-type': 'multipart/form-data; boundary=b' },
        body as BodyInit,
      )
      if (status < 400 || status >= 500) failed.push(`${path} body ${at}: ${status}`)
    }
    for (const type of [
      'multipart/form-data',
      'multipart/form-data; boundary=',
      'text/plain',
      'multipart/form-data; boundary="',
    ]) {
      const { status } = await uploader.fetch('POST', path, { 'content-type': type }, bodies[0] as BodyInit)
      if (status < 400 || status >= 500) failed.push(`${path} type ${type}: ${status}`)
    }
  }
  expect(failed).toEqual([])
  expect([await stateOf(), await traces()]).toEqual(before)
}, 120_000)

test('texts with half a character are refused: strict readers of the public log could not read its entry', async () => {
  const odd = await aProduct()
  await bought(buyer, odd.id)
  const path = `${MANAGE}/releases/${odd.release.id}`
  const key = { publicKey: (await aPublisherKey()).line, currentPassword: admin.password }
  const before = await stateOf()
  for (const half of ['\ud800', '\udc00', '\ud83d it']) {
    const answers = await Promise.all([
      admin.post(`${path}/yank`, { reason: `It leaks ${half}` }),
      admin.post(`${path}/recall`, { reason: 'It leaks', advice: `Delete ${half}` }),
      admin.post(`${path}/confirmation`, { reason: `It was read twice ${half}` }),
      admin.post(`${MANAGE}/publisher-keys`, { ...key, name: `Ann ${half}` }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400])
  }
  expect(await stateOf()).toBe(before)
})
