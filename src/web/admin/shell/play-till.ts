import { playOnce, tone } from '../../lib/live/play-sound.ts'

const VOLUME = 0.4

/** A cash register: the drawer's rattle, then its bell. */
export const playTill = (saleId: number): Promise<void> => playOnce(`till-${saleId}`, till)

function till(context: AudioContext): void {
  const volume = new GainNode(context, { gain: VOLUME })
  volume.connect(context.destination)
  const now = context.currentTime
  rattle(volume, now)
  // A struck bell: partials that are no harmonics, the higher ones shorter.
  for (const [ratio, seconds, level] of [
    [1, 0.9, 0.35],
    [1.51, 0.6, 0.2],
    [2.74, 0.35, 0.12],
  ] as const) {
    tone(volume, 2093 * ratio, now + 0.09, seconds, level)
  }
}

/** Noise, short and bright. */
function rattle(into: AudioNode, start: number): void {
  const { context } = into
  const seconds = 0.07
  const buffer = new AudioBuffer({ length: context.sampleRate * seconds, sampleRate: context.sampleRate })
  const samples = buffer.getChannelData(0)
  for (let at = 0; at < samples.length; at += 1) {
    samples[at] = (Math.random() * 2 - 1) * (1 - at / samples.length) * 0.4
  }
  const noise = new AudioBufferSourceNode(context, { buffer })
  noise.connect(new BiquadFilterNode(context, { type: 'bandpass', frequency: 3200, Q: 0.8 })).connect(into)
  noise.start(start)
}
