import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { apiFetch, bodyOf, onReauthenticate, reasonOf } from './api.ts'

const fetched = vi.fn<typeof fetch>()
const logged = vi.spyOn(console, 'error')

beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
  logged.mockImplementation(() => undefined)
})
afterEach(() => {
  onReauthenticate(null)
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

/** The error message of a call with this response. */
async function failureOf(body: string | null, init: ResponseInit) {
  fetched.mockResolvedValue(new Response(body, init))
  return apiFetch('/api/anything').then(
    () => null,
    (error: Error) => error.message,
  )
}

// spec: error-message
test.each([
  ['the message field', '{"message":"Not today.","error":"teapot"}', '418: Not today.'],
  ['else the error field', '{"error":"teapot"}', '418: teapot'],
  ['else the text as it came', '<h1>Short and stout</h1>', '418: <h1>Short and stout</h1>'],
  ['also of JSON that says neither', '["short"]', '418: ["short"]'],
  ['else the status text', '', "418: I'm a teapot"],
  ['also without a body', null, "418: I'm a teapot"],
])('the message of a failure is its status and %s', async (_, body, message) => {
  expect(await failureOf(body, { status: 418, statusText: "I'm a teapot" })).toBe(message)
})

// spec: error-logged
test('a failure is logged, except a 401', async () => {
  await failureOf('{"message":"Down."}', { status: 503 })
  expect(logged.mock.calls).toEqual([['503: Down.']])
  await failureOf('{"message":"Log in."}', { status: 401 })
  expect(logged).toHaveBeenCalledTimes(1)
})

// spec: error-invalid-response
test('a successful response that is not JSON is an invalid response', async () => {
  fetched.mockResolvedValue(new Response('<html>'))
  const answer = await apiFetch('/api/anything')
  await expect(bodyOf<unknown>(answer)).rejects.toThrow('200: Invalid response format')
  await expect(bodyOf<unknown>(new Response('{"success":true}'))).resolves.toEqual({ success: true })
})

// spec: call-options
test('every call sends cookies and is not cached', async () => {
  fetched.mockResolvedValue(new Response('{}'))
  await apiFetch('/api/anything', { method: 'POST', body: '{}' })
  expect(fetched).toHaveBeenCalledWith('/api/anything', {
    method: 'POST',
    body: '{}',
    credentials: 'include',
    cache: 'no-store',
  })
})

// spec: error-without-status
test('reasonOf returns the server’s message without the status, or the fallback if there is none', async () => {
  fetched.mockResolvedValue(new Response('{"message":"Not today."}', { status: 500 }))
  const error = await apiFetch('/api/anything').catch((cause: unknown) => cause)
  expect(reasonOf(error, 'Failed')).toBe('Not today.')
  fetched.mockResolvedValue(new Response('{"message":""}', { status: 500 }))
  const silent = await apiFetch('/api/anything').catch((cause: unknown) => cause)
  expect(reasonOf(silent, 'Failed')).toBe('Failed')
  expect(reasonOf(new TypeError('x is undefined'), 'Failed')).toBe('Failed')
})

const refused = () =>
  Response.json({ message: 'Confirm.', data: { code: 'reauthenticate' } }, { status: 403 })
const confirm = vi.fn<() => Promise<boolean>>()
const reasonOfCall = (init?: RequestInit) =>
  apiFetch('/api/anything', init).then(
    () => null,
    (error: unknown) => reasonOf(error, 'Failed'),
  )

test('a call that needs a proof of identity is sent once more, with the same body, after the user confirms', async () => {
  onReauthenticate(confirm.mockResolvedValue(true))
  fetched.mockImplementationOnce(async () => refused()).mockImplementationOnce(async () => new Response('{}'))
  const body = new FormData()
  expect((await apiFetch('/api/anything', { method: 'POST', body })).status).toBe(200)
  expect(confirm).toHaveBeenCalledTimes(1)
  expect(fetched.mock.calls.map(([, init]) => init?.body)).toEqual([body, body])
  expect(logged).not.toHaveBeenCalled()
})

test('a call that is refused again after the confirmation fails, and does not ask again', async () => {
  onReauthenticate(confirm.mockResolvedValue(true))
  fetched.mockImplementation(async () => refused())
  expect(await reasonOfCall()).toBe('Confirm.')
  expect([confirm.mock.calls.length, fetched.mock.calls.length]).toEqual([1, 2])
})

test.each([
  ['is cancelled', async () => false, 'Nothing was changed, because you did not confirm that it is you.'],
  [
    'cannot be loaded',
    async () => Promise.reject(new Error('offline')),
    'Nothing was changed. The form to confirm that it is you could not be loaded. Please try again.',
  ],
])(
  'a call whose confirmation %s fails with a reason, without a line in the console',
  async (_, ask, reason) => {
    onReauthenticate(ask)
    fetched.mockImplementation(async () => refused())
    expect(await reasonOfCall()).toBe(reason)
    expect(fetched).toHaveBeenCalledTimes(1)
    expect(logged).not.toHaveBeenCalled()
  },
)

test('a refusal that comes after a confirmation for another call is repeated without a second dialog', async () => {
  onReauthenticate(confirm.mockResolvedValue(true))
  let late: (response: Response) => void = () => undefined
  fetched
    .mockImplementationOnce(() => new Promise((resolve) => (late = resolve)))
    .mockImplementationOnce(async () => refused())
    .mockImplementation(async () => new Response('{}'))
  const [slow, quick] = [reasonOfCall(), reasonOfCall()]
  expect(await quick).toBeNull()
  late(refused())
  expect(await slow).toBeNull()
  expect(confirm).toHaveBeenCalledTimes(1)
})

test('a body that can be read only once is not repeated: the user is asked to send it again', async () => {
  onReauthenticate(confirm.mockResolvedValue(true))
  fetched.mockImplementation(async () => refused())
  expect(await reasonOfCall({ method: 'POST', body: new ReadableStream() })).toContain('send this again')
  expect(fetched).toHaveBeenCalledTimes(1)
})
