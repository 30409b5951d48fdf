const words = /[\p{L}\p{N}]+/gu

/** A text cut where pairs of characters of a question stand in it; a question of one character marks that one. */
export const marked = (text: string, question: string): { text: string; hit: boolean }[] => {
  const asked = (question.toLowerCase().match(words) ?? []).map((word) => [...word])
  const pairs = new Set(asked.flatMap((word) => word.slice(1).map((char, i) => word[i]! + char)))
  const alone = new Set(asked.flatMap((word) => (word.length === 1 ? word : [])))
  const chars = [...text]
  const low = chars.map((char) => char.toLowerCase())
  const isHit = (i: number) =>
    alone.has(low[i]!) || pairs.has(`${low[i]}${low[i + 1] ?? ''}`) || pairs.has(`${low[i - 1] ?? ''}${low[i]}`)
  const parts: { text: string; hit: boolean }[] = []
  for (const [i, char] of chars.entries()) {
    const hit = isHit(i)
    const last = parts.at(-1)
    if (last?.hit === hit) last.text += char
    else parts.push({ text: char, hit })
  }
  return parts
}
