import type * as z from 'zod/mini'

// Why a driver.json cannot be used, in words of the person who wrote it or unpacked it; an ERP's frame likewise.

type Issue = z.core.$ZodIssue

const typeNames: Record<string, string> = {
  string: '文字（带引号）',
  number: '数字（不带引号）',
  int: '整数（不带引号）',
  boolean: 'true 或 false',
  array: '列表',
  object: '一组字段',
  record: '一组字段',
  null: 'null',
}

const units: Record<string, string> = { string: '个字', array: '项' }

/** The place in the file: functions.Init.params[0].type. */
const placeOf = (path: readonly PropertyKey[], whole: string) =>
  path.map((key, i) => (typeof key === 'number' ? `[${key}]` : `${i ? '.' : ''}${String(key)}`)).join('') || whole

/** Of the branches of a union, the one that got furthest is the one that was meant. */
const deepest = (branches: readonly (readonly Issue[])[]) => {
  const reach = (issues: readonly Issue[]) => Math.max(0, ...issues.map(({ path }) => path.length))
  return branches.toSorted((a, b) => reach(b) - reach(a))[0]?.[0]
}

/** Of a long list nobody finds his word. */
const mostValues = 12

const valuesOf = (values: readonly unknown[]): string =>
  values
    .slice(0, mostValues)
    .map((value) => JSON.stringify(value))
    .join('、') + (values.length > mostValues ? ` 等 ${values.length} 种` : '')

/** What may stand where none of several kinds was found: the values of one, the type of another. */
const kindsOf = (branches: readonly (readonly Issue[])[]): string => {
  const kinds = branches.flatMap(([first]) => {
    if (first?.code === 'invalid_value') return [valuesOf(first.values)]
    return first?.code === 'invalid_type' ? [typeNames[first.expected] ?? first.expected] : []
  })
  return [...new Set(kinds)].join('，或')
}

const reasonOf = (issue: Issue): string => {
  if (issue.code === 'invalid_type') return `应为${typeNames[issue.expected] ?? issue.expected}，没有填写或类型不对`
  if (issue.code === 'invalid_value' && issue.message !== 'Invalid input') return issue.message
  if (issue.code === 'invalid_value') return `只能是 ${valuesOf(issue.values)}`
  if (issue.code === 'unrecognized_keys') return `不认识的字段：${issue.keys.join('、')}`
  const unit = 'origin' in issue ? units[issue.origin] : undefined
  if (issue.code === 'too_small') return unit ? `不能少于 ${issue.minimum} ${unit}` : `不能小于 ${issue.minimum}`
  if (issue.code === 'too_big') return unit ? `不能多于 ${issue.maximum} ${unit}` : `不能大于 ${issue.maximum}`
  if (issue.code === 'invalid_key') return '名称不对'
  const worded = issue.code === 'invalid_format' || issue.code === 'custom'
  if (worded && issue.message !== 'Invalid input') return issue.message
  return '写法不对'
}

/** One sentence about an issue of zod: where it is (`whole` = not in a part) and what would be right. */
export const issueWords = (issue: Issue, above: readonly PropertyKey[] = [], whole = '驱动说明'): string => {
  const path = [...above, ...issue.path]
  if (issue.code === 'invalid_union') {
    const inner = deepest(issue.errors)
    if (inner && inner.path.length > 0) return issueWords(inner, path, whole)
    const options = 'options' in issue && Array.isArray(issue.options) ? issue.options : []
    const kinds = kindsOf(issue.errors)
    if (options.length) return `${placeOf(path, whole)}：只能是 ${options.map(String).join('、')}`
    return `${placeOf(path, whole)}：${kinds ? `应为${kinds}` : '写法不对'}`
  }
  if (issue.code === 'invalid_key' && issue.issues[0])
    return `${placeOf(path, whole)}：名称${reasonOf(issue.issues[0])}`
  return `${placeOf(path, whole)}：${reasonOf(issue)}`
}

const lineAt = (text: string, position: number) => text.slice(0, position).split('\n').length

/** Where the engine stopped reading: it names the position, or quotes what stands around it. */
const stoppedAt = (text: string, said: string) => {
  const position = /position (\d+)/.exec(said)?.[1]
  if (position !== undefined) return Number(position)
  const quoted = /, (?:\.\.\.)?"([\s\S]*?)"(?:\.\.\.)? is not valid JSON$/.exec(said)?.[1]
  const found = quoted ? text.indexOf(quoted) : -1
  return found < 0 ? undefined : found + Math.floor(quoted!.length / 2)
}

/** One sentence about a text that is no JSON, with the line where reading stopped. */
export const jsonWords = (text: string, fault: unknown): string => {
  if (text.trim() === '') return 'driver.json 是空的'
  const said = fault instanceof Error ? fault.message : ''
  const position = stoppedAt(text, said)
  if (said.startsWith('Unexpected end') || (position ?? 0) >= text.trimEnd().length)
    return 'driver.json 没有写完，末尾缺少内容'
  const line = position === undefined ? '' : `第 ${lineAt(text, position)} 行`
  return `driver.json ${line}不是有效的 JSON（多了或少了逗号、引号或括号）`
}
