import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../../worker/testing/depth.ts'
import { aPng } from '../../worker/testing/uploads.ts'
import { readImage } from './image-rules.ts'

const bytesOf = (hex: string, length = 64) => {
  const bytes = new Uint8Array(length)
  bytes.set(Uint8Array.fromHex(hex.replaceAll(' ', '')))
  return bytes
}
const latin = (text: string) => Uint8Array.from(text, (one) => one.charCodeAt(0))
const box = (type: string, inner: Uint8Array) => {
  const bytes = new Uint8Array(8 + inner.length)
  new DataView(bytes.buffer).setUint32(0, bytes.length)
  bytes.set(latin(type), 4)
  bytes.set(inner, 8)
  return bytes
}
const avif = () => {
  const ispe = box('ispe', Uint8Array.fromHex('000000000000028000000190'))
  const meta = box('meta', new Uint8Array([0, 0, 0, 0, ...box('iprp', box('ipco', ispe))]))
  return new Uint8Array([...box('ftyp', latin('avif\0\0\0\0mif1')), ...meta])
}

/** An AVIF file with `depth` nested `meta` boxes, each of which contains the next one. */
const boxesInBoxes = (depth: number) => {
  const bytes = new Uint8Array(16 + depth * 12)
  bytes.set(box('ftyp', latin('avif\0\0\0\0')))
  const view = new DataView(bytes.buffer)
  for (let at = 16; at < bytes.length; at += 12) {
    view.setUint32(at, bytes.length - at)
    bytes.set(latin('meta'), at + 4)
  }
  return bytes
}

describe('a picture is identified by its bytes', () => {
  test.each<[string, Uint8Array]>([
    ['image/png', aPng(640, 400)],
    ['image/gif', bytesOf('474946383961 8002 9001')],
    ['image/jpeg', bytesOf('ffd8 ffe0 0010 4a46494600010100000100010000 ffc0 0011 08 0190 0280 03')],
    ['image/webp', bytesOf('52494646 40000000 57454250 56503858 0a000000 00000000 7f0200 8f0100')],
    ['image/webp', bytesOf('52494646 40000000 57454250 56503820 20000000 000000 9d012a 8002 9001')],
    ['image/webp', bytesOf('52494646 40000000 57454250 5650384c 20000000 2f 7fc26300')],
    ['image/avif', avif()],
  ])('as %s, with its size', (type, bytes) => {
    expect(readImage(bytes)).toMatchObject({ ok: true, kind: { type }, width: 640, height: 400 })
  })

  test.each<[string, Uint8Array, RegExp]>([
    [
      'an SVG',
      latin('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      /can contain scripts/,
    ],
    [
      'an SVG behind a prologue',
      latin('\n<?xml version="1.0"?><!-- --><svg onload="x()"/>'),
      /can contain scripts/,
    ],
    ['a page', latin('<!doctype html><script>alert(1)</script>'), /not supported/],
    ['nothing', new Uint8Array(), /not supported/],
    ['a PNG’s first bytes alone', aPng().slice(0, 12), /damaged/],
    ['an AVIF of nothing but boxes in boxes', boxesInBoxes(200_000), /damaged/],
    ['a picture of one pixel', aPng(1, 1), /pixels/],
    ['a picture that would fill the memory', aPng(60_000, 60_000), /pixels/],
  ])('and %s is refused', (_, bytes, said) => {
    expect(readImage(bytes)).toEqual({
      ok: false,
      title: 'Invalid File Type',
      reason: expect.stringMatching(said),
    })
  })

  test('and random bytes never make readImage throw', () => {
    const heads = [
      aPng().slice(0, 16),
      avif(),
      latin('\xff\xd8\xff'),
      latin('RIFF....WEBPVP8X'),
      latin('GIF89a'),
    ]
    fc.assert(
      fc.property(fc.constantFrom(...heads), fc.uint8Array({ maxLength: 200 }), (head, noise) => {
        expect(typeof readImage(new Uint8Array([...head, ...noise])).ok).toBe('boolean')
      }),
      runs(125),
    )
  })
})
