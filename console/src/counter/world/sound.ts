/** Frequencies and lengths in Hz and seconds: one soft tone for read, two for booked, a low one for refused (ux 2.7). */
const tones = {
  read: [[880, 0.12]],
  booked: [
    [784, 0.12],
    [1047, 0.16],
  ],
  refused: [[220, 0.25]],
} as const

export type Tone = keyof typeof tones

let context: AudioContext | undefined

/** Plays a tone, softly. Never the only signal; a browser without sound, or one that waits for a click, stays silent. */
export const playTone = (tone: Tone): void => {
  if (typeof AudioContext !== 'function') return
  context ??= new AudioContext()
  if (context.state !== 'running') {
    void context.resume().catch(() => undefined)
    return
  }
  let at = context.currentTime
  for (const [frequency, seconds] of tones[tone]) {
    const source = context.createOscillator()
    const volume = context.createGain()
    source.frequency.value = frequency
    volume.gain.setValueAtTime(0.08, at)
    volume.gain.linearRampToValueAtTime(0, at + seconds)
    source.connect(volume).connect(context.destination)
    source.start(at)
    source.stop(at + seconds)
    at += seconds
  }
}
