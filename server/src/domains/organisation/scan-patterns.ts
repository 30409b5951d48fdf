/** What the words of a row mean at the counter. */
const kinds = {
  电子凭证: 'eVoucher',
  残缺凭证: 'torn',
  追溯码: 'trace',
  条码: 'barCode',
  身份证: 'idCard',
} as const

interface ScanPattern {
  kind: (typeof kinds)[keyof typeof kinds]
  pattern: string
}

const mostRows = 20

/** Of the whole text, character by character: no groups and no end that is open, so that no scan can keep a counter busy. */
const form = /^\^(?:(?:[A-Z0-9:/_-]|\\[d.]|\[(?:\\d|[A-Z0-9](?:-[A-Z0-9])?)+\])(?:\{\d{1,3}(?:,\d{1,3})?\}|\?)?)+\$$/
const longest = 100
const mostOpen = 3

const compiles = (pattern: string): boolean => {
  try {
    return new RegExp(pattern) instanceof RegExp
  } catch {
    return false
  }
}

const rowOf = (line: string): ScanPattern | undefined => {
  const [, name = '', pattern = ''] = /^(\S+)\s+(\S+)$/.exec(line) ?? []
  const open = pattern.match(/,|\?/g)?.length ?? 0
  const fits = pattern.length <= longest && form.test(pattern) && open <= mostOpen && compiles(pattern)
  return fits && Object.hasOwn(kinds, name) ? { kind: kinds[name as keyof typeof kinds], pattern } : undefined
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** The rows of the option as the counter takes them (ux 2.4: a table per area); what a release of before kept wrong is none. */
export const scanPatternsOf = (text: string): ScanPattern[] => linesOf(text).flatMap((line) => rowOf(line) ?? [])

/** Why a text is no table of patterns, with its line; undefined where it is one. */
export const scanPatternsFault = (text: string): string | undefined => {
  const lines = linesOf(text)
  if (lines.length > mostRows) return `最多 ${mostRows} 行扫码规则`
  const wrong = lines.findIndex((line) => !rowOf(line))
  if (wrong < 0) return undefined
  const names = Object.keys(kinds).join('、')
  return `第 ${wrong + 1} 行不是扫码规则。每行写「种类 规则」，种类是 ${names}；规则以 ^ 开头、$ 结尾，不超过 ${longest} 个字符，只用大写字母、数字、\\d、[A-Z0-9] 和 {位数}、{最少,最多}、?，后两种最多 ${mostOpen} 处`
}
