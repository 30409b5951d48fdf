import type { Medium } from '../flow/model.ts'

/** What this PC's counter is set to; kept on the PC, the same for everybody who works at it (ux 9.4, 2.7). */
export interface PcSettings {
  leftHanded: boolean
  sound: boolean
  /** What F2 reads: the one that was read last here (ux 2.3). */
  medium: Medium
}

const key = 'yibao.counter.pc'
const standard: PcSettings = { leftHanded: false, sound: true, medium: 'socialCard' }
const media: readonly unknown[] = ['eVoucher', 'socialCard', 'idCard', 'socialECard'] satisfies Medium[]

const parse = (text: string | null): PcSettings => {
  try {
    const { leftHanded, sound, medium } = { ...standard, ...(JSON.parse(text ?? '{}') as Partial<PcSettings>) }
    return {
      leftHanded: leftHanded === true,
      sound: sound !== false,
      medium: media.includes(medium) ? medium : standard.medium,
    }
  } catch {
    return standard
  }
}

/** Settings of this PC on a shelf; localStorage in the product. Forbidden storage: they live as long as the page. */
export const pcSettings = (shelf: () => Pick<Storage, 'getItem' | 'setItem'>) => {
  let now: PcSettings | undefined
  const listeners = new Set<() => void>()
  const read = () => {
    try {
      return parse(shelf().getItem(key))
    } catch {
      return standard
    }
  }
  return {
    get: (): PcSettings => {
      now ??= read()
      return now
    },
    change(part: Partial<PcSettings>) {
      now = { ...(now ?? read()), ...part }
      try {
        shelf().setItem(key, JSON.stringify(now))
      } catch {
        // The choice then ends with the page, which is no reason to refuse it.
      }
      for (const listener of listeners) listener()
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** What this PC's counter is set to, as this browser keeps it. */
export const thisPc = pcSettings(() => localStorage)
