const VOLUME = 0.5
const HOLD_MS = 1500

/**
 * Two soft tones, in one of the open tabs only. Browsers allow sound after a first click or key; before that, and
 * wherever else it is refused, there is silence.
 */
export async function playChime(id: string): Promise<void> {
  if (!navigator.userActivation?.hasBeenActive) return
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

let context: AudioContext | undefined

async function chime(): Promise<void> {
  context ??= new AudioContext()
  await context.resume()
  tone(context, 659.25, context.currentTime, 0.22)
  tone(context, 880, context.currentTime + 0.13, 0.42)
}

function tone(audio: AudioContext, frequency: number, start: number, seconds: number): void {
  const oscillator = new OscillatorNode(audio, { type: 'sine', frequency })
  const gain = new GainNode(audio, { gain: 0 })
  gain.gain.setValueAtTime(0, start)
  gain.gain.linearRampToValueAtTime(VOLUME * 0.5, start + 0.015)
  gain.gain.exponentialRampToValueAtTime(0.0001, start + seconds)
  oscillator.connect(gain).connect(audio.destination)
  oscillator.start(start)
  oscillator.stop(start + seconds)
}
