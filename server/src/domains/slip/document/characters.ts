const codeName = (codePoint: number) => `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`

/**
 * `value` with every character that the font lacks replaced by 〓 and its code (𠮷 → 〓U+20BB7), in all strings of a
 * plain object, and the list of those characters, each once (DESIGN 11). Line breaks and tabs become spaces.
 */
export const replaceMissing = <T>(
  value: T,
  covers: (codePoint: number) => boolean,
): { value: T; missing: string[] } => {
  const missing = new Set<string>()
  const checkedText = (text: string) => {
    let result = ''
    for (const character of text.replace(/\s/g, ' ')) {
      const codePoint = character.codePointAt(0)!
      if (covers(codePoint)) result += character
      else {
        missing.add(character)
        result += `〓${codeName(codePoint)}`
      }
    }
    return result
  }
  const checked = (part: unknown): unknown => {
    if (typeof part === 'string') return checkedText(part)
    if (Array.isArray(part)) return part.map(checked)
    if (part && typeof part === 'object')
      return Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, checked(inner)]))
    return part
  }
  return { value: checked(value) as T, missing: [...missing] }
}
