import type { Page } from '@playwright/test'

/**
 * Counts the tones that are played; the real thing underneath stays. To the browser whatever a test looks at is a
 * gesture, so that here the first press counts as the first.
 */
export const countTones = (page: Page) =>
  page.addInitScript({
    content: `Object.assign(globalThis, { tones: 0, volumes: [] })
      const activation = { hasBeenActive: false }
      Object.defineProperty(navigator, 'userActivation', { value: activation })
      addEventListener('pointerdown', () => { activation.hasBeenActive = true }, true)
      const start = OscillatorNode.prototype.start
      OscillatorNode.prototype.start = function (...when) { tones++; return start.apply(this, when) }
      const connect = AudioNode.prototype.connect
      AudioNode.prototype.connect = function (to, ...rest) {
        if (to === this.context.destination) volumes.push(this.gain.value)
        return connect.call(this, to, ...rest)
      }`,
  })
export const tonesOn = (page: Page) => page.evaluate<number>('tones')
