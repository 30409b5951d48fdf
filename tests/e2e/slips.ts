import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from './until.ts'

/**
 * What came out of the simulated printer (DATA_DIR/printed), oldest first, in the order of printing: pages, or what was
 * printed with receipt codes as it stands on the paper (txt).
 */
export const printedSlips = (dataDir: string, kind: 'pdf' | 'txt' = 'pdf'): string[] => {
  const folder = join(dataDir, 'printed')
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.endsWith(`.${kind}`))
    .map((name) => join(folder, name))
    .sort((a, b) => statSync(a).mtimeMs - statSync(b).mtimeMs)
}

/** Waits for the next slip after `before`; exactly one must come. */
export const nextSlip = async (dataDir: string, before: readonly string[]): Promise<string> => {
  const fresh = () => printedSlips(dataDir).filter((path) => !before.includes(path))
  const [slip, ...more] = await until('a slip is printed', fresh, (paths) => paths.length > 0)
  if (more.length) throw new Error(`${more.length + 1} slips instead of one`)
  return slip!
}

/** The words on a slip, as laid out. */
export const slipText = (path: string): string =>
  execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' })

/** Share of black on the first page as it would look on paper: 0 is a blank sheet. */
export const inkOf = (path: string): number => {
  const folder = mkdtempSync(join(tmpdir(), 'yibao-slip-'))
  try {
    execFileSync('pdftoppm', ['-r', '72', '-gray', '-f', '1', '-l', '1', path, join(folder, 'page')])
    const bytes = readFileSync(join(folder, readdirSync(folder)[0]!))
    // PGM: three header fields, then one byte a pixel.
    const pixels = bytes.subarray(bytes.indexOf('\n255\n') + 5)
    return pixels.reduce((dark, pixel) => dark + (pixel < 128 ? 1 : 0), 0) / pixels.length
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The amount that stands behind a label on a slip, undefined when the line was left out. */
export const slipAmount = (text: string, label: string): string | undefined =>
  new RegExp(`^\\s*${label}(?:\\s*[（(].*?[）)])?\\s+.*?(-?[\\d,]+\\.\\d{2})\\s*$`, 'm').exec(text)?.[1]
