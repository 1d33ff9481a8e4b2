import { expect, test, vi } from 'vitest'
import { MAX_IMAGE_BYTES } from '#shared/releases/contract.ts'
import { aPng } from '../testing/uploads.ts'
import { fetchPicture } from './fetch-picture.ts'
import { Redirected } from './outside.ts'

const A = 'https://pictures.example/a.png'
const answering = (answer: () => Response | Promise<Response>) => vi.fn<typeof fetch>(async () => answer())
const withBytes = (bytes: Uint8Array, headers = {}) =>
  answering(() => new Response(bytes as BodyInit, { headers }))

test('a picture is read, and its bytes decide its type', async () => {
  const outside = withBytes(aPng(640, 400), { 'content-type': 'text/html' })
  expect(await fetchPicture(outside, A)).toMatchObject({
    bytes: aPng(640, 400),
    image: { kind: { type: 'image/png' }, width: 640, height: 400 },
  })
  const [, init] = outside.mock.calls[0] ?? []
  expect(init?.signal).toBeInstanceOf(AbortSignal)
  expect(Object.keys(init?.headers ?? {})).toEqual(['accept'])
})

test('an address of this machine or of a private network is refused without a call', async () => {
  const outside = withBytes(aPng())
  for (const address of [
    'https://localhost/a',
    'https://10.0.0.1/a',
    'https://[::1]/a',
    'https://nas.local/a',
  ]) {
    expect(await fetchPicture(outside, address)).toBe('Use an https:// address of a public website')
  }
  expect(outside).not.toHaveBeenCalled()
})

const svg = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"></svg>')

test.each([
  ['an SVG named as PNG', withBytes(svg, { 'content-type': 'image/png' }), /SVG/],
  ['a page', withBytes(new TextEncoder().encode('<!doctype html>')), /not supported/],
  ['no bytes', withBytes(new Uint8Array(0)), /not supported/],
  ['one byte too many', withBytes(aPng(64, 64, MAX_IMAGE_BYTES + 1)), /larger than 5 MB/],
  ['status 404', answering(() => new Response('', { status: 404 })), /status 404/],
  ['a redirect', answering(() => Promise.reject(new Redirected('302'))), /redirects to another one/],
  ['no answer', answering(() => Promise.reject(new Error('down'))), /did not answer/],
  [
    'no answer in time',
    answering(() => Promise.reject(new DOMException('', 'TimeoutError'))),
    /within 10 seconds/,
  ],
])('an address that returns %s is refused with the reason', async (_, outside, reason) => {
  expect(await fetchPicture(outside, A)).toMatch(reason)
})

test('a body that never ends is given up after 5 MB', async () => {
  let sent = 0
  const endless = new ReadableStream({
    pull(controller) {
      sent += 1024 * 1024
      controller.enqueue(new Uint8Array(1024 * 1024))
    },
  })
  expect(
    await fetchPicture(
      answering(() => new Response(endless)),
      A,
    ),
  ).toMatch(/larger than 5 MB/)
  expect(sent).toBeLessThan(MAX_IMAGE_BYTES + 4 * 1024 * 1024)
})
