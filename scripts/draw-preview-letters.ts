// Draws public/preview-letters.bin: the letters of the link previews of products, which the Worker puts together
// (src/worker/pages/preview). Run it after a change of the font: `node scripts/draw-preview-letters.ts`.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { deflateSync } from 'node:zlib'
import { chromium } from '@playwright/test'

/** Pixels and weights. */
const SIZES = [
  [76, 600],
  [54, 600],
  [34, 450],
] as const
/** ASCII, Latin-1 and a few marks: what the font has. */
const CHARACTERS = [
  ...Array.from({ length: 95 }, (_, index) => String.fromCodePoint(32 + index)),
  ...Array.from({ length: 96 }, (_, index) => String.fromCodePoint(160 + index)),
  ...'–—‘’“”…•·',
].filter((one) => one !== '\u00ad')

const root = fileURLToPath(new URL('..', import.meta.url))
const font = readFileSync(
  `${root}node_modules/@fontsource-variable/geist/files/geist-latin-wght-normal.woff2`,
).toString('base64')

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
const page = await browser.newPage()
await page.setContent(
  `<style>@font-face { font-family: Geist; font-weight: 100 900; src: url(data:font/woff2;base64,${font}) } body { font: 600 20px Geist }</style>a`,
)
const drawn = await page.evaluate<{ letters: Letter[]; pixels: number[] }>(`(async () => {
  await document.fonts.load('600 20px Geist')
  const letters = []
  const pixels = []
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  for (const [size, weight] of ${JSON.stringify(SIZES)}) {
    for (const text of ${JSON.stringify([...new Set(CHARACTERS)])}) {
      canvas.width = canvas.height = size * 2
      context.font = weight + ' ' + size + 'px Geist'
      context.fillStyle = '#000'
      const half = size / 2
      context.fillText(text, half, size * 1.25)
      const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height)
      let [left, top, right, bottom] = [width, height, -1, -1]
      for (let y = 0; y < height; y += 1)
        for (let x = 0; x < width; x += 1)
          if (data[(y * width + x) * 4 + 3] > 8) {
            left = Math.min(left, x); right = Math.max(right, x)
            top = Math.min(top, y); bottom = Math.max(bottom, y)
          }
      const isEmpty = right < 0
      const box = isEmpty ? [0, 0, 0, 0] : [left - half, top - size * 1.25, right - left + 1, bottom - top + 1]
      letters.push([size, text, context.measureText(text).width, ...box, pixels.length])
      if (!isEmpty)
        for (let y = top; y <= bottom; y += 1)
          for (let x = left; x <= right; x += 1) pixels.push(data[(y * width + x) * 4 + 3] >> 4)
    }
  }
  return { letters, pixels }
})()`)
await browser.close()

/** Size, character, advance, the box from the pen's place on the base line (x, y, width, height), and its pixels' place. */
type Letter = [number, string, number, number, number, number, number, number]

const table = Buffer.from(JSON.stringify(drawn.letters))
const length = Buffer.alloc(4)
length.writeUInt32LE(table.length)
const bytes = deflateSync(Buffer.concat([length, table, Buffer.from(drawn.pixels)]), { level: 9 })
writeFileSync(`${root}public/preview-letters.bin`, bytes)
console.log(`${bytes.length} bytes`)
