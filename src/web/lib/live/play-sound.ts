import { soundIsOn } from './sound-setting.ts'

const HOLD_MS = 1500

/**
 * Plays in only one of the open tabs, unless the reader turned the sound off. Browsers allow sound after the first
 * click or key press. Before that, or if the browser refuses for another reason, nothing is played.
 */
export async function playOnce(name: string, play: (context: AudioContext) => void): Promise<void> {
  if (!soundIsOn() || !navigator.userActivation?.hasBeenActive) return
  try {
    if (!navigator.locks) return await sound(play)
    await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
      if (!lock) return
      await sound(play)
      await new Promise((resolve) => setTimeout(resolve, HOLD_MS))
    })
  } catch {
    // A missing sound is not worth an error message.
  }
}

let context: AudioContext | undefined

async function sound(play: (context: AudioContext) => void): Promise<void> {
  context ??= new AudioContext()
  await context.resume()
  play(context)
}

/** A tone that starts fast and fades out. `level`: its maximum gain. */
export function tone(into: AudioNode, frequency: number, start: number, seconds: number, level = 0.5): void {
  const oscillator = new OscillatorNode(into.context, { type: 'sine', frequency })
  const swell = new GainNode(into.context, { gain: 0 })
  swell.gain.setValueAtTime(0, start)
  swell.gain.linearRampToValueAtTime(level, start + 0.015)
  swell.gain.exponentialRampToValueAtTime(0.0001, start + seconds)
  oscillator.connect(swell).connect(into)
  oscillator.start(start)
  oscillator.stop(start + seconds)
}
