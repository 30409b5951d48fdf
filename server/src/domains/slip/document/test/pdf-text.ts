import { execFileSync, spawnSync } from 'node:child_process'

/** False where poppler-utils is not installed: tests of the text layer are skipped there, and `npm test` says so. */
export const hasPdftotext = spawnSync('pdftotext', ['-v']).error === undefined

/** Text layer of a PDF as it stands on the page; `raw` gives it in the order it was written. */
export const pdfText = (pdf: Uint8Array, mode: 'layout' | 'raw' = 'layout'): string =>
  execFileSync('pdftotext', [`-${mode}`, '-', '-'], { input: pdf, encoding: 'utf8' })

/** Every word with its right edge in points. */
export const pdfWords = (pdf: Uint8Array): { word: string; right: number }[] =>
  [
    ...execFileSync('pdftotext', ['-bbox', '-', '-'], { input: pdf, encoding: 'utf8' }).matchAll(
      /xMax="([\d.]+)" yMax="[\d.]+">([^<]*)</g,
    ),
  ].map(([, right, word]) => ({ word: word!, right: Number(right) }))

/** Page heights in millimetres, from the page boxes that pdfkit leaves uncompressed. */
export const pageHeights = (pdf: Uint8Array): number[] =>
  [
    ...Buffer.from(pdf)
      .toString('latin1')
      .matchAll(/\/MediaBox \[0 0 [\d.]+ ([\d.]+)\]/g),
  ].map(([, height]) => (Number(height) * 25.4) / 72)
