import { Hono } from 'hono'
import { z } from 'zod'
import type { BoxApp } from '../box.ts'

const asked = z.object({ secret: z.string(), response: z.string() })

/** A token of the sandbox's widget: `solved ACTION HOST ID`. Siteverify accepts no other one. */
const TOKEN = /^solved ([a-z]+) (\S+) \S+$/

/** Cloudflare's siteverify. */
export const turnstileApi = new Hono<BoxApp>().post('/turnstile/v0/siteverify', async (c) => {
  const { response } = asked.parse(await c.req.json())
  const [, action, hostname] = TOKEN.exec(response) ?? []
  return c.json(
    action === undefined
      ? { success: false, 'error-codes': ['invalid-input-response'] }
      : { success: true, 'error-codes': [], action, hostname },
  )
})

/** The widget's script: a button in place of Cloudflare's challenge, with the same calls. */
const SCRIPT = `window.turnstile = {
  render(container, { action, theme, callback }) {
    const button = document.createElement('button')
    button.type = 'button'
    button.dataset.theme = theme
    button.textContent = 'I am a person (sandbox)'
    button.style.cssText = 'min-height:44px;padding:0 16px;border:1px solid;border-radius:8px'
    button.onclick = () => callback(['solved', action, location.hostname, crypto.randomUUID()].join(' '))
    container.append(button)
    this.button = button
    return 'sandbox'
  },
  remove() {
    this.button.remove()
  },
}`

export const turnstileRoutes = new Hono<BoxApp>().get('/sandbox/turnstile/api.js', (c) =>
  c.body(SCRIPT, 200, { 'content-type': 'text/javascript; charset=utf-8' }),
)
