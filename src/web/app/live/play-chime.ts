import { soundIsOn } from './sound-setting.ts'

const VOLUME = 0.5
const HOLD_MS = 1500

/**
 * Two soft tones, in one of the open tabs only, unless the reader turned the sound off. Browsers allow sound after a
 * first click or key; before that, and wherever else it is refused, there is silence.
 */
export async function playChime(id: string): Promise<void> {
  if (!soundIsOn() || !navigator.userActivation?.hasBeenActive) return
  try {
    if (!navigator.locks) return await chime()
    await navigator.locks.request(`chime-${id}`, { ifAvailable: true }, async (lock) => {
      if (!lock) return
      await chime()
      await new Promise((resolve) => setTimeout(resolve, HOLD_MS))
    })
  } catch {
    // A missing sound is no error to anyone.
  }
}

let speaker: { context: AudioContext; volume: GainNode } | undefined

async function chime(): Promise<void> {
  speaker ??= openSpeaker()
  const { context, volume } = speaker
  await context.resume()
  tone(volume, 659.25, context.currentTime, 0.22)
  tone(volume, 880, context.currentTime + 0.13, 0.42)
}

function openSpeaker() {
  const context = new AudioContext()
  const volume = new GainNode(context, { gain: VOLUME })
  volume.connect(context.destination)
  return { context, volume }
}

/** At half level: two of them sound together for a moment. */
function tone(into: GainNode, frequency: number, start: number, seconds: number): void {
  const oscillator = new OscillatorNode(into.context, { type: 'sine', frequency })
  const swell = new GainNode(into.context, { gain: 0 })
  swell.gain.setValueAtTime(0, start)
  swell.gain.linearRampToValueAtTime(0.5, start + 0.015)
  swell.gain.exponentialRampToValueAtTime(0.0001, start + seconds)
  oscillator.connect(swell).connect(into)
  oscillator.start(start)
  oscillator.stop(start + seconds)
}
