import { traceCodeForm } from '@yibao/shared/trace-code.ts'

/** What a scan, or a typed code, does to a line's codes. */
type Scanned = { codes: string[]; problem?: undefined } | { codes?: undefined; problem: string }

/** Full-width characters of an IME as their ASCII ones, without spaces. */
const fold = (text: string): string =>
  text.replace(/[！-～]/g, (c) => String.fromCharCode(c.charCodeAt(0) - 0xfee0)).replace(/[\s　]/g, '')

/** Adds a pack's code to a line that takes so many of them. */
export const scanned = (codes: readonly string[], text: string, packs: number): Scanned => {
  const code = fold(text)
  if (!traceCodeForm.test(code)) return { problem: '这不是追溯码，请扫描药盒上 20 位的药品追溯码' }
  if (codes.includes(code)) return { problem: `追溯码 …${code.slice(-6)} 已在这一行中` }
  if (codes.length >= packs) return { problem: `这一行只需要 ${packs} 个追溯码，请先移除扫错的` }
  return { codes: [...codes, code] }
}
