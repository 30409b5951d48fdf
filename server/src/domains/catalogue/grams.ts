/** Everything that is no letter, digit or ideograph parts words; Latin letters are the same in both cases. */
const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/**
 * The pairs of neighbouring characters of a text as numbers, each with the area it belongs to (32 bits of characters
 * under the six digits of the area: exact in a double and in bigint). An index of them finds two Chinese characters,
 * which no trigram can (DESIGN 10).
 */
export const gramsOf = (areaCode: string, ...texts: string[]): number[] => {
  const base = Number(areaCode) * 2 ** 32
  const grams = new Set<number>()
  for (const text of texts)
    for (const word of wordsOf(text))
      for (let i = 1; i < word.length; i++) grams.add(base + word.charCodeAt(i - 1) * 65_536 + word.charCodeAt(i))
  return [...grams]
}
