/** A word of a list, the list gone round as often as needed. */
export const pick = (list: readonly string[], n: number): string => list[n % list.length]!

/** A number as digits, filled with zeros. */
export const digits = (n: number, width: number): string => String(n).padStart(width, '0')

/** A letter from A. */
export const letter = (n: number): string => String.fromCharCode(65 + (n % 26))

/** The n-th combination of words of several lists, the first list changing fastest. */
export const combine = (lists: readonly (readonly string[])[], n: number): string[] => {
  let rest = n
  return lists.map((list) => {
    const word = pick(list, rest)
    rest = Math.floor(rest / list.length)
    return word
  })
}

/** A number that looks like chance and is the same every time, 0 to 999. */
export const lot = (n: number): number => (Math.imul(n + 1, 2_654_435_761) >>> 0) % 1000
