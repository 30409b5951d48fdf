/** A small generator of numbers (mulberry32): the same seed gives the same run, so that a failing one can be had again. */
export const randomOf = (seed: number) => {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  const below = (n: number) => Math.floor(next() * n)
  const pick = <T>(list: readonly T[]): T => list[below(list.length)]!
  const text = (most: number) =>
    Array.from({ length: below(most) }, () =>
      String.fromCodePoint(pick([below(128), 0x4e00 + below(0x51a5), 0x20bb7, 0xd800, 0, 0x22, 0x5c, 0x2028])),
    ).join('')
  /** Any JSON value, a few levels deep. */
  const value = (depth = 3): unknown => {
    const kinds = depth > 0 ? 8 : 5
    switch (below(kinds)) {
      case 0:
        return null
      case 1:
        return next() < 0.5
      case 2:
        return pick([0, -1, 1e308, 2 ** 53, 0.1, below(1e6)])
      case 3:
        return text(20)
      case 4:
        return pick([
          '',
          '../../x',
          '\\\\host\\share',
          'file:///etc/passwd',
          "'; drop table--",
          '__proto__',
          'constructor',
        ])
      case 5:
        return Array.from({ length: below(4) }, () => value(depth - 1))
      default:
        return Object.fromEntries(
          Array.from({ length: below(5) }, () => [
            pick(['__proto__', 'args', 'driver', 'medium', 'id', text(6)]),
            value(depth - 1),
          ]),
        )
    }
  }
  /** The text with one to three characters changed, taken out, put in or doubled. */
  const mutate = (given: string) => {
    let out = given
    for (let n = 1 + below(3); n > 0; n -= 1) {
      const at = below(out.length + 1)
      const char = pick(['A', 'a', '0', '-', '_', '.', '=', '{', '"', ' ', '\u0000', 'é'])
      out = pick([
        out.slice(0, at) + char + out.slice(at + 1),
        out.slice(0, at) + out.slice(at + 1),
        out.slice(0, at) + char + out.slice(at),
        out.slice(0, at) + out.slice(Math.max(0, at - below(8))),
      ])
    }
    return out
  }
  return { next, below, pick, text, value, mutate }
}
