import { type Rule, type Verb, verbs } from './types.ts'

/** What is wrong with a package, where: file and line, or a place in the manifest. */
export interface PluginProblem {
  place: string
  text: string
}

/** The two halves of a mapping file. */
export interface Mapping {
  in: Rule[]
  out: Rule[]
}

/** Rules of one file; more than anybody reads are not a deviation but another standard. */
const mostRules = 200

const directions = ['in', 'out'] as const

/** What a cell may hold: something readable, and nothing that acts in a log or a page. */
const isPlain = (text: string) => text.length <= 200 && !/[\p{Cc}\p{Cf}]/u.test(text)

/** What the end of a node or field may look like at a centre. */
export const isName = (text: string) => /^[A-Za-z][A-Za-z0-9_]{0,39}$/.test(text)

const ruleOf = (line: string, no: number): { direction: 'in' | 'out'; rule: Rule } | string => {
  const cells = line.replace(/\r$/, '').split('\t')
  if (cells.length < 4 || cells.length > 5) return '应有 4 或 5 列，以 Tab 分隔：方向、动作、节点、字段、值'
  if (!cells.every(isPlain)) return '含有不可见字符或过长的内容'
  const [direction, verb, node, name, value = ''] = cells.map((cell) => cell.trim()) as [string, string, string, string]
  const way = directions.find((one) => one === direction)
  if (!way) return `方向「${direction}」不能使用，应为 in（请求）或 out（答复）`
  const known = verbs.find((one): one is Verb => one === verb)
  if (!known) return `动作「${verb}」不能使用，可用的动作：${verbs.join('、')}`
  return { direction: way, rule: { verb: known, node, name, value, line: no } }
}

/**
 * Reads a mapping file: a line is direction, verb, node, field and value, set apart by tabs; # begins a remark. What a
 * line says is checked elsewhere (check-rules.ts).
 */
export const readRules = (text: string, file: string): { mapping: Mapping; problems: PluginProblem[] } => {
  const mapping: Mapping = { in: [], out: [] }
  const problems: PluginProblem[] = []
  const lines = text.replace(/^\uFEFF/, '').split('\n')
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue
    const read = ruleOf(line, index + 1)
    if (typeof read === 'string') problems.push({ place: `${file} 第 ${index + 1} 行`, text: read })
    else mapping[read.direction].push(read.rule)
  }
  const rules = mapping.in.length + mapping.out.length
  if (rules > mostRules) problems.push({ place: file, text: `规则有 ${rules} 条，最多 ${mostRules} 条` })
  if (rules === 0 && problems.length === 0) problems.push({ place: file, text: '没有任何规则' })
  return { mapping, problems }
}
