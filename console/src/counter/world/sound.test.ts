import { afterEach, expect, test, vi } from 'vitest'

/** A loudspeaker that writes down what it was asked to play. */
const loudspeaker = (state: AudioContextState) => {
  const played: { frequency: number; from: number; to: number; volume: number }[] = []
  let resumed = 0
  class Context {
    state = state
    currentTime = 10
    destination = {}
    createGain() {
      const gain = { gain: { setValueAtTime: (v: number) => (volume = v), linearRampToValueAtTime: () => undefined } }
      let volume = 0
      return { ...gain, connect: () => undefined, volume: () => volume }
    }
    createOscillator() {
      const tone = { frequency: 0, from: 0, to: 0, volume: 0 }
      return {
        frequency: {
          set value(value: number) {
            tone.frequency = value
          },
        },
        connect: (gain: { volume: () => number }) => {
          tone.volume = gain.volume()
          return { connect: () => undefined }
        },
        start: (at: number) => (tone.from = at),
        stop: (at: number) => {
          tone.to = at
          played.push(tone)
        },
      }
    }
    async resume() {
      resumed += 1
    }
  }
  vi.stubGlobal('AudioContext', Context)
  return { played, resumed: () => resumed }
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

test.each([
  ['read', 1],
  ['booked', 2],
  ['refused', 1],
] as const)('%s: %i soft tone(s), one after the other, no longer than 0.3 s', async (name, count) => {
  const { played } = loudspeaker('running')
  const { playTone } = await import('./sound.ts')
  playTone(name)
  expect(played).toHaveLength(count)
  expect(Math.max(...played.map(({ to }) => to)) - 10).toBeLessThanOrEqual(0.3)
  expect(played.every(({ volume }) => volume > 0 && volume <= 0.1)).toBe(true)
  for (const [i, tone] of played.entries()) if (i > 0) expect(tone.from).toBeGreaterThanOrEqual(played[i - 1]!.to)
})

test('refused is lower than read', async () => {
  const { played } = loudspeaker('running')
  const { playTone } = await import('./sound.ts')
  playTone('read')
  playTone('refused')
  expect(played[1]!.frequency).toBeLessThan(played[0]!.frequency / 2)
})

test('a browser that waits for a click, or knows no sound, stays silent and nothing breaks', async () => {
  const { played, resumed } = loudspeaker('suspended')
  const { playTone } = await import('./sound.ts')
  playTone('booked')
  expect([played, resumed()]).toEqual([[], 1])
  vi.unstubAllGlobals()
  expect(() => playTone('booked')).not.toThrow()
})
