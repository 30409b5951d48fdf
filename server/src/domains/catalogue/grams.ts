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

/** One row in so many stands for the others where a pair is in very many of them. */
const sampled = 16

/** Whether an entry is one of the sample: by its code alone, so that it stays what it was in every version. */
const inSample = (code: string): boolean => {
  let mixed = 0
  for (let i = 0; i < code.length; i++) mixed = (Math.imul(mixed, 31) + code.charCodeAt(i)) | 0
  return Math.abs(mixed % sampled) === 0
}

/**
 * What the index holds of an entry: its pairs and, if it is one of the sample, each once more with a minus. A search that
 * shows twenty of ten thousand rows reads the short list of those (migration 0077).
 */
export const entryGrams = (areaCode: string, code: string, ...texts: string[]): number[] => {
  const grams = gramsOf(areaCode, ...texts)
  return inSample(code) ? [...grams, ...grams.map((gram) => -gram)] : grams
}
