import type { Page } from '@playwright/test'

/**
 * Counts the tones that the page plays and records their volumes. The tones are still played. The browser treats every
 * script that a test evaluates as a user gesture; here only a pointer press counts as one.
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
