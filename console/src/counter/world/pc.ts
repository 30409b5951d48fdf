/** What this PC's counter is set to; kept on the PC, the same for everybody who works at it (ux 9.4, 2.7). */
export interface PcSettings {
  leftHanded: boolean
  sound: boolean
}

const key = 'yibao.counter.pc'
const standard: PcSettings = { leftHanded: false, sound: true }

const parse = (text: string | null): PcSettings => {
  try {
    const { leftHanded, sound } = { ...standard, ...(JSON.parse(text ?? '{}') as Partial<PcSettings>) }
    return { leftHanded: leftHanded === true, sound: sound !== false }
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

export const thisPc = pcSettings(() => localStorage)
