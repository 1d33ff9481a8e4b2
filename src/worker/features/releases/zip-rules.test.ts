import fc from 'fast-check'
import { deflateSync, type Zippable, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { isDevice } from '#shared/releases/file-name-rules.ts'
import { runs } from '../../testing/depth.ts'
import { aZip, joined, type PackedEntry, type Packing } from '../../testing/zips.ts'
import { checkZip } from './check-zip.ts'
import { crc32 } from './crc-32.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
const zeros = (length: number) => new Uint8Array(length)
const script: PackedEntry = { name: 'farm/main.py' }
const mode = (bits: number) => bits * 0x10000

describe('an archive is accepted', () => {
  test('packed like the shop’s own: every file is listed by its path in the one folder, with its size', async () => {
    const files: Zippable = {
      'windfall-x-1.0/run.py': [utf8('print(1)\n'.repeat(50)), { level: 9 }],
      'windfall-x-1.0/guides/first.md': [utf8('# First'), { level: 0 }],
    }
    expect(await checkZip(zipSync(files))).toEqual({
      ok: true,
      contents: [
        { path: 'guides/first.md', size: 7 },
        { path: 'run.py', size: 450 },
      ],
      topFolder: 'windfall-x-1.0',
      manifestSha256: null,
      files: [
        { path: 'run.py', size: 450, bytes: utf8('print(1)\n'.repeat(50)) },
        { path: 'guides/first.md', size: 7, bytes: utf8('# First') },
      ],
    })
  })

  test('with its windfall.json in the top folder, whose hash is known', async () => {
    const manifest = '{"language":"python"}'
    const files: Zippable = {
      'r/a/windfall.json': [utf8('{"language":"nodejs"}'), { level: 0 }],
      'r/notwindfall.json': [utf8('{"language":"golang"}'), { level: 0 }],
      'r/windfall.json': [utf8(manifest), { level: 9 }],
    }
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(manifest) as BufferSource)).toHex()
    expect(await checkZip(zipSync(files))).toMatchObject({ ok: true, manifestSha256: hash })
  })

  test.each<[string, PackedEntry[], Packing?]>([
    [
      'with folders of its own',
      [{ name: 'farm/', data: zeros(0), stored: true, attributes: mode(0o040755) }, script],
    ],
    ['with a comment', [script], { comment: utf8('packed by hand') }],
    ['with an empty file', [{ name: 'farm/__init__.py', data: zeros(0), stored: true }]],
    ['with a name in another script', [{ name: 'farm/Запуск 1.py' }]],
    [
      'with a name that objects have of their own',
      [{ name: '__proto__' }, { name: 'constructor/__proto__' }],
    ],
    ['with a name of 255 bytes', [{ name: `${'x'.repeat(252)}.py` }]],
    ['with 2000 files', Array.from({ length: 2000 }, (_, index) => ({ name: `f/${index}` }))],
    [
      'that shrinks a hundredfold',
      [
        { name: 'a', data: zeros(20_000), stored: true },
        { name: 'b', data: zeros(500_000) },
      ],
    ],
  ])('%s', async (_, entries, packing) => {
    expect(await checkZip(aZip(entries, packing))).toMatchObject({ ok: true })
  })
})

const link: PackedEntry = { name: 'farm/passwd', data: utf8('/etc/passwd'), attributes: mode(0o120777) }
const twice: PackedEntry[] = [{ name: 'farm/a.py', data: utf8('a'.repeat(2000)), stored: true }]
const inner = aZip([script])

const plain = utf8('print("hello")\n'.repeat(30))
const trailing = {
  data: joined([deflateSync(plain), utf8('hidden')]),
  stored: true,
  method: 8,
  size: plain.length,
  crc: crc32(plain, 0),
}

/** Stored blocks of deflate: the first byte, then more empty blocks than are unpacked at once, then the rest. */
function haltingly(data: Uint8Array): Uint8Array {
  const block = (part: Uint8Array, isLast = false) => {
    const head = new Uint8Array(5)
    head[0] = isLast ? 1 : 0
    new DataView(head.buffer).setUint16(1, part.length, true)
    new DataView(head.buffer).setUint16(3, ~part.length, true)
    return joined([head, part])
  }
  const pauses = Array.from({ length: 8000 }, () => block(zeros(0)))
  return joined([block(data.subarray(0, 1)), ...pauses, block(data.subarray(1), true)])
}
const halting = {
  name: 'inner.dat',
  data: haltingly(inner),
  stored: true,
  method: 8,
  size: inner.length,
  crc: crc32(inner, 0),
}

describe('an archive is refused', () => {
  test.each<[string, Uint8Array, RegExp]>([
    ['with other first bytes', utf8('MZ this is a program'), /not a ZIP/],
    ['that is empty', aZip([]), /not a ZIP/],
    ['with something in front of it', aZip([script], { before: utf8('#!/bin/sh\n') }), /not a ZIP/],
    ['that is cut off', aZip([script]).slice(0, -5), /damaged/],
    ['with a comment longer than it says', aZip([script], { comment: utf8('x') }).slice(0, -1), /damaged/],
    ['with more entries than its directory', aZip([script], { count: 2 }), /damaged/],
    ['with fewer entries than its directory', aZip([script, { name: 'b' }], { count: 1 }), /damaged/],
    ['that is split', aZip([script], { disk: 1 }), /split/],
    ['with folders alone', aZip([{ name: 'farm/', data: zeros(0), stored: true }]), /no file/],
    [
      'with more than 2000 entries',
      aZip(Array.from({ length: 2001 }, (_, i) => ({ name: `f${i}` }))),
      /more than 2000/,
    ],
    ['with an encrypted file', aZip([{ ...script, flags: 0x801 }]), /encrypted/],
    ['with another packing', aZip([{ ...script, method: 14 }]), /not every system/],
    ['with a symbolic link', aZip([link]), /symbolic link/],
    ['with a device', aZip([{ ...script, attributes: mode(0o020666) }]), /not a regular file/],
    ['with a path from the root', aZip([{ name: '/etc/cron.d/x' }]), /absolute path/],
    ['with a drive', aZip([{ name: 'C:/Windows/x' }]), /absolute path/],
    ['with a way out', aZip([{ name: 'farm/../../x' }]), /leads out/],
    ['with a way out on Windows', aZip([{ name: '..\\..\\x' }]), /backslash/],
    ['with a control character', aZip([{ name: 'farm/\u001b[2Jx.py' }]), /control characters/],
    ['with a zero in a name', aZip([{ name: 'farm/x.py\0.txt' }]), /control characters/],
    ['with a name that reads backwards', aZip([{ name: 'farm/\u202Eyp.exe' }]), /control characters/],
    ['with a name in no UTF-8', aZip([{ name: new Uint8Array([0x66, 0xff, 0xfe]) }]), /not in UTF-8/],
    ['with a name of 256 bytes', aZip([{ name: 'x'.repeat(256) }]), /longer than 255/],
    ['with a name of 4 kB', aZip([{ name: 'x'.repeat(4096) }]), /longer than 255/],
    ['with no name', aZip([{ name: '' }]), /no name/],
    ['with a name that Windows cannot have', aZip([{ name: 'farm/what?.py' }]), /not a valid file name/],
    ['with a double slash', aZip([{ name: 'farm//x.py' }]), /not a valid file name/],
    ['with a file twice', aZip([script, { ...script, data: utf8('another') }]), /twice/],
    ['with a file twice but for its case', aZip([script, { name: 'Farm/MAIN.py' }]), /twice/],
    ['with a file in a file', aZip([{ name: 'farm' }, script]), /is inside a file/],
    ['with another name inside', aZip([{ ...script, localName: 'farm/evil.py' }]), /two different ways/],
    [
      'with a second name in a field',
      aZip([{ ...script, extra: new Uint8Array([0x75, 0x70, 9, 0, 1, 0, 0, 0, 0, 0x65, 0x76, 0x69, 0x6c]) }]),
      /second name/,
    ],
    [
      'with files that overlap',
      aZip([...twice, { ...twice[0], name: 'farm/b.py', offset: 0, localName: 'farm/b.py' } as PackedEntry]),
      /different ways|shares its bytes/,
    ],
    ['with hidden bytes', aZip([{ ...script, gap: 10 }, { name: 'b' }]), /belong to no file/],
    ['with hidden bytes at its end', aZip([{ ...script, gap: 1 }]), /belong to no file/],
    [
      'with a size that is too small',
      aZip([{ ...script, data: utf8('a'.repeat(500)), size: 10 }]),
      /does not match the archive’s index/,
    ],
    ['with a size that is too large', aZip([{ ...script, size: 100 }]), /does not match the archive’s index/],
    ['with another checksum', aZip([{ ...script, crc: 7 }]), /does not match the archive’s index/],
    [
      'with bytes that cannot be unpacked',
      aZip([{ ...script, stored: true, method: 8 }]),
      /cannot be unpacked/,
    ],
    ['that would be 200 MB and a byte', aZip([{ ...script, size: 200 * 1024 * 1024 + 1 }]), /200 MB/],
    ['that is a bomb', aZip([{ name: 'bomb', data: zeros(30_000_000) }]), /100 times/],
    ['with an archive inside', aZip([{ name: 'inner.dat', data: inner, stored: true }]), /archive itself/],
    ['with a packed archive inside', aZip([{ name: 'inner.dat', data: inner }]), /archive itself/],
    ['with one that comes out byte by byte', aZip([halting]), /archive itself/],
    ['with bytes after a file’s end', aZip([{ ...script, ...trailing }]), /cannot be unpacked|not what/],
    ['with a name that Windows keeps for a device', aZip([{ name: 'farm/NUL.py' }]), /not a valid file name/],
    [
      'with a folder that Windows keeps for a device',
      aZip([{ name: 'aux/main.py' }]),
      /not a valid file name/,
    ],
  ])('%s', async (_, bytes, said) => {
    expect(await checkZip(bytes)).toEqual({ ok: false, reason: expect.stringMatching(said) })
  })
})

test('an archive with two entries for the same bytes is refused, even where each entry is valid', async () => {
  const one = aZip([{ name: 'a.py', data: utf8('a'.repeat(500)), stored: true }])
  // The directory contains the same entry twice: two entries with the same bytes.
  const directoryAt = new DataView(one.buffer).getUint32(one.length - 6, true)
  const entry = one.slice(directoryAt, one.length - 22)
  const end = one.slice(one.length - 22)
  const view = new DataView(end.buffer)
  view.setUint16(8, 2, true)
  view.setUint16(10, 2, true)
  view.setUint32(12, entry.length * 2, true)
  const bytes = new Uint8Array([...one.slice(0, directoryAt), ...entry, ...entry, ...end])
  expect(await checkZip(bytes)).toEqual({ ok: false, reason: expect.stringMatching(/twice|shares/) })
})

describe('random input', () => {
  test('of noise is refused without a crash', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), fc.boolean(), async (noise, begun) => {
        const bytes = begun ? new Uint8Array([0x50, 0x4b, 3, 4, ...noise]) : noise
        expect((await checkZip(bytes)).ok).toBe(false)
      }),
      runs(125),
    )
  })

  test('that changes one byte of an archive is refused, or is listed with the same sizes', async () => {
    const good = aZip([script, { name: 'farm/b.py', data: utf8('b'.repeat(99)), stored: true }])
    await fc.assert(
      fc.asyncProperty(fc.nat(good.length - 1), fc.integer({ min: 1, max: 255 }), async (at, by) => {
        const bytes = good.slice()
        bytes[at] = (bytes[at] ?? 0) ^ by
        const checked = await checkZip(bytes)
        // Times, versions and the like may have any value. The unpacked sizes may not change.
        const sizes = checked.ok ? checked.contents.map(({ size }) => size).sort() : [15, 99]
        expect(sizes).toEqual([15, 99])
      }),
      runs(100),
    )
  })

  test('packed with fflate is listed with the same paths and sizes', async () => {
    // Names of devices are refused, and fflate cannot write a file called `__proto__`.
    const name = fc
      .stringMatching(/^[a-z0-9_]{1,12}$/)
      .filter((made) => !isDevice(made) && made !== '__proto__')
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(name, fc.uint8Array({ maxLength: 300 }), { minKeys: 1, maxKeys: 8 }),
        async (files) => {
          fc.pre(Object.keys(files).every((key) => files[key]?.[0] !== 0x50))
          const checked = await checkZip(zipSync(Object.fromEntries(Object.entries(files))))
          const listed = Object.entries(files).map(([path, { length: size }]) => ({ path, size }))
          expect(checked).toMatchObject({
            ok: true,
            contents: listed.sort((a, b) => (a.path < b.path ? -1 : 1)),
            manifestSha256: null,
          })
          const kept = checked.ok ? checked.files.map(({ path, bytes }) => [path, [...bytes]]) : []
          expect(kept).toEqual(Object.entries(files).map(([path, bytes]) => [path, [...bytes]]))
        },
      ),
      runs(100),
    )
  })
})
