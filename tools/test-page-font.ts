import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { testPageCharacters } from '../agent/src/gateway/printing/test-page-text.ts'
import { root } from './root.ts'

// The agent's test page has to show Chinese without a server and without a session, and the font of the slips is 10 MB.
// This cuts the few characters of that page out of it: node tools/test-page-font.ts writes the file again.

interface Glyph {
  advanceWidth: number
  id: number
}
interface Font {
  glyphForCodePoint: (codePoint: number) => Glyph
  createSubset: () => { includeGlyph: (glyph: Glyph) => number; encode: () => Uint8Array }
}

export const testPageFontFile = join(root, 'agent', 'src', 'gateway', 'printing', 'test-page-font.json')

const require = createRequire(join(root, 'server', 'package.json'))

/** The font of the test page as its file holds it: glyph n draws the n-th character, widths in 1/1000 em. */
export const testPageFont = () => {
  // pdfmake's own font reader: it cuts the fonts of the slips in the same way.
  const fontkit = createRequire(require.resolve('pdfmake'))('fontkit') as { openSync: (path: string) => Font }
  const font = fontkit.openSync(require.resolve('@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf'))
  const glyphs = testPageCharacters.map((character) => font.glyphForCodePoint(character.codePointAt(0)!))
  const missing = testPageCharacters.filter((_, i) => glyphs[i]!.id === 0)
  if (missing.length) throw new Error(`the font has no ${missing.join('')}`)
  const subset = font.createSubset()
  for (const glyph of glyphs) subset.includeGlyph(glyph)
  return {
    source: 'Noto Sans SC Regular, SIL Open Font License 1.1',
    characters: testPageCharacters.join(''),
    widths: glyphs.map(({ advanceWidth }) => advanceWidth).join(' '),
    ttf: Buffer.from(subset.encode()).toString('base64'),
  }
}

if (import.meta.main) writeFileSync(testPageFontFile, `${JSON.stringify(testPageFont(), null, 2)}\n`)
