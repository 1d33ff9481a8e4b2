import { afterPaint } from '../lib/after-paint.ts'

/**
 * Adds the second font, whose faces are apart in the document of a calm page, once the page has loaded and is painted: until
 * then it would share the network with what is painted first. Its text has its room from the start, because the substitute
 * is as wide.
 */
export function addLateFonts(): void {
  const add = () => document.getElementById('late-fonts')?.setAttribute('media', 'all')
  if (document.readyState === 'complete') afterPaint(add)
  else addEventListener('load', () => afterPaint(add), { once: true })
}
