import { deflateSync } from 'node:zlib'
import font from './test-page-font.json' with { type: 'json' }
import { testPageLines, testPageTime } from './test-page-text.ts'

/** Widths and heights in points (1/72 inch). */
const sizes: Record<string, [width: number, height: number]> = {
  roll58: [164, 280],
  roll80: [227, 280],
  continuous241: [683, 396],
  a5: [420, 595],
  a4: [595, 842],
}
const [fontSize, lineHeight, left, top] = [11, 20, 18, 40]

const glyphs = new Map([...font.characters].map((character, i) => [character, i + 1]))
const hex = (value: number) => value.toString(16).padStart(4, '0')
const shown = (text: string) => `<${[...text].map((character) => hex(glyphs.get(character) ?? 0)).join('')}>`

/** Which character a glyph is: what a reader of the PDF needs to copy or search it. */
const toUnicode = () => {
  const utf16 = (character: string) =>
    [...character].flatMap((one) => Buffer.from(one, 'utf16le').swap16().toString('hex'))
  const rows = [...glyphs].map(([character, glyph]) => `<${hex(glyph)}> <${utf16(character).join('')}>`)
  return `/CIDInit /ProcSet findresource begin 12 dict begin begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def /CMapName /Page def /CMapType 2 def
1 begincodespacerange <0000> <ffff> endcodespacerange
${rows.length} beginbfchar\n${rows.join('\n')}\nendbfchar
endcmap CMapName currentdict /CMap defineresource pop end end`
}

const stream = (content: string | Uint8Array, more = '') => {
  const bytes = deflateSync(content)
  return Buffer.concat([
    Buffer.from(`<< /Length ${bytes.length} /Filter /FlateDecode ${more}>>\nstream\n`),
    bytes,
    Buffer.from('\nendstream'),
  ])
}

const fontBytes = Buffer.from(font.ttf, 'base64')
const fontObjects = [
  '<< /Type /Font /Subtype /Type0 /BaseFont /AAAAAA+NotoSansSC /Encoding /Identity-H /DescendantFonts [6 0 R] /ToUnicode 9 0 R >>',
  `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /AAAAAA+NotoSansSC /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor 7 0 R /CIDToGIDMap /Identity /DW 1000 /W [1 [${font.widths}]] >>`,
  '<< /Type /FontDescriptor /FontName /AAAAAA+NotoSansSC /Flags 4 /FontBBox [-1002 -1048 2928 1808] /ItalicAngle 0 /Ascent 1160 /Descent -288 /CapHeight 733 /StemV 80 /FontFile2 8 0 R >>',
  stream(fontBytes, `/Length1 ${fontBytes.length} `),
  stream(toUnicode()),
]

/**
 * The built-in test page as a PDF: edges, size, time and Chinese in a font of its own few characters, as the slips bring
 * theirs along. Fixed content, so that a session without login can print nothing else.
 */
export const testPage = (paper: string, nowMs: number): Buffer => {
  const [width, height] = sizes[paper] ?? sizes.a4!
  const lines = testPageLines(paper, testPageTime(nowMs))
  const text = lines
    .map((line, i) => `1 0 0 1 ${left} ${height - top - i * lineHeight} Tm ${shown(line)} Tj`)
    .join('\n')
  const content = `1 w 8 8 ${width - 16} ${height - 16} re S\nBT /F1 ${fontSize} Tf\n${text}\nET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>`,
    stream(content),
    ...fontObjects,
  ].map((object) => (typeof object === 'string' ? Buffer.from(object) : object))
  const parts = [Buffer.from('%PDF-1.4\n')]
  let at = parts[0]!.length
  const offsets = objects.map((object, i) => {
    const offset = at
    const whole = Buffer.concat([Buffer.from(`${i + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')])
    parts.push(whole)
    at += whole.length
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}` +
        `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${at}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(parts)
}
