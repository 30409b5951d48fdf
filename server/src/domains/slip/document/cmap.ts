const unicodeFull = 12

/** Start of the character map of format 12 (every plane of Unicode) in an sfnt font. */
const findTable = (font: DataView): number => {
  const tables = font.getUint16(4)
  for (let i = 0; i < tables; i++) {
    const record = 12 + i * 16
    if (font.getUint32(record) !== 0x636d6170) continue // 'cmap'
    const cmap = font.getUint32(record + 8)
    const maps = font.getUint16(cmap + 2)
    for (let m = 0; m < maps; m++) {
      const start = cmap + font.getUint32(cmap + 4 + m * 8 + 4)
      if (font.getUint16(start) === unicodeFull) return start
    }
  }
  throw new Error('the font has no character map of format 12')
}

/**
 * Which characters a TrueType or OpenType font can draw, read from its cmap.
 * pdfmake drops a character without a glyph silently, so the slips ask first (DESIGN 11).
 */
export const readCmap = (bytes: Uint8Array): ((codePoint: number) => boolean) => {
  const font = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const table = findTable(font)
  const groups = font.getUint32(table + 12)
  const covered = new Set<number>()
  for (let g = 0; g < groups; g++) {
    const at = table + 16 + g * 12
    for (let code = font.getUint32(at); code <= font.getUint32(at + 4); code++) covered.add(code)
  }
  return (codePoint) => covered.has(codePoint)
}
