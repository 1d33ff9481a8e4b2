import { playOnce, tone } from './play-sound.ts'

const VOLUME = 0.5

/** Two soft tones, each at half level, because they overlap for a moment. */
export const playChime = (id: string): Promise<void> => playOnce(`chime-${id}`, chime)

function chime(context: AudioContext): void {
  const volume = new GainNode(context, { gain: VOLUME })
  volume.connect(context.destination)
  tone(volume, 659.25, context.currentTime, 0.22)
  tone(volume, 880, context.currentTime + 0.13, 0.42)
}
