// Draws public/link-preview.png, the shop's picture in link previews (1200 × 630 px). Run it after a change of the
// name, the colours or the text: `node scripts/draw-link-preview.ts`.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'

const root = fileURLToPath(new URL('..', import.meta.url))
const font = readFileSync(
  `${root}node_modules/@fontsource-variable/geist/files/geist-latin-wght-normal.woff2`,
).toString('base64')
const mark = readFileSync(`${root}public/favicon.svg`, 'utf8')

const html = `<!doctype html>
<style>
@font-face { font-family: Geist; font-weight: 100 900; src: url(data:font/woff2;base64,${font}) }
* { margin: 0; box-sizing: border-box }
body {
  width: 1200px; height: 630px; padding: 76px 84px; display: flex; flex-direction: column;
  font-family: Geist; color: #e9f0ee; background-color: #0a0f10;
  background-image: linear-gradient(rgb(205 240 230 / .05) 1px, transparent 1px), linear-gradient(90deg, rgb(205 240 230 / .05) 1px, transparent 1px);
  background-size: 48px 48px; background-position: -1px -1px;
}
header { display: flex; align-items: center; gap: 20px; font-size: 40px; font-weight: 600; letter-spacing: -0.02em }
header svg { width: 60px; height: 60px }
h1 { margin-top: auto; font-size: 84px; line-height: 1.04; font-weight: 600; letter-spacing: -0.035em }
p { margin-top: 30px; font-size: 33px; line-height: 1.35; color: #a9b8b6; max-width: 900px }
</style>
<header>${mark}Windfall</header>
<h1>Automate your<br>airdrop farming.<br>Keep your keys.</h1>
<p>Scripts that you download, read and run yourself.</p>`

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
const page = await browser.newPage({ viewport: { width: 1200, height: 630 } })
await page.setContent(html)
await page.waitForFunction('document.fonts.ready')
writeFileSync(`${root}public/link-preview.png`, await page.screenshot({ type: 'png' }))
await browser.close()
