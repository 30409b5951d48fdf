import { valueFault } from '../check-value.ts'
import { namesOf, plainName } from '../names.ts'
import type { Edition } from '../profile.ts'
import { type Field, fieldsOf, UNNAMED } from '../standard.ts'
import { answerVerbs } from './apply.ts'
import { dateLayouts, isDateLayout } from './dates.ts'
import { isFileTransfer, isGuarded, isQuestion, isSettling } from './guarded.ts'
import { isName, type Mapping, type PluginProblem } from './read-rules.ts'
import type { Part, Route, Rule, Verb } from './types.ts'
import { leastTimeout, mostTimeout } from './waits.ts'

const mostRetries = 3

type Direction = 'in' | 'out'
interface Place {
  edition: Edition
  infno: string
  direction: Direction
  fields: readonly Field[]
}

const sides: Record<Direction, string> = { in: '请求', out: '答复' }
const sameName = (a: string, b: string) => plainName(a) === plainName(b)
const layoutNames = Object.keys(dateLayouts).join('、')

/** The centre's name for something of ours: no name of the standard in its place, and none that is guarded. */
const nameFault = ({ value }: Rule, taken: readonly string[]): string | undefined => {
  if (!isName(value)) return `中心的名称「${value}」不能使用：字母开头，只含字母、数字和下划线，最长 40 个`
  if (taken.some((one) => namesOf(one).some((name) => sameName(name, value)))) return `「${value}」已是标准中的名称`
  return isGuarded(value) ? `「${value}」是受保护的名称` : undefined
}

const typeFault = ({ value }: Rule) => (['number', 'string'].includes(value) ? undefined : '值应为 number 或 string')

const dateFault = ({ value }: Rule, { type }: Field): string | undefined => {
  if (!isDateLayout(value)) return `日期格式「${value}」不能使用，可用：${layoutNames}`
  if (type !== 'D' && type !== 'DT') return '不是日期时间字段'
  return dateLayouts[value] === (type === 'DT') ? undefined : '格式要与字段一致：日期只写年月日，时间写到秒'
}

const valueProblem = ({ value }: Rule, field: Field, edition: Edition): string | undefined => {
  if (field.type !== 'S') return '只能给文本字段写值'
  if (value === '') return '没有写值'
  const fault = valueFault(field, value, { edition, direction: 'in' })
  return fault && fault !== 'unknownCode' ? '值的长度或格式不符合标准' : undefined
}

const fieldFault = (rule: Rule, field: Field, place: Place): string | undefined => {
  const { verb } = rule
  if (isGuarded(field.name)) return '是受保护的字段（金额、身份、报文和结算的编号、签名、状态），插件不能改动'
  if (verb === 'rename') {
    const siblings = place.fields.filter(({ node }) => node === field.node).map(({ name }) => name)
    return nameFault(rule, siblings)
  }
  if (field.type === 'ARR' || field.type === 'B') return '不是可以改写的字段'
  if (verb === 'type') return typeFault(rule)
  if (verb === 'date') return dateFault(rule, field)
  if (verb === 'omit') return field.required === 'never' ? undefined : '是必填字段，不能省略'
  return valueProblem(rule, field, place.edition)
}

const nodeFault = (rule: Rule, { infno, fields }: Place): string | undefined => {
  if (rule.name !== '') return '改节点名时字段一列留空'
  if (rule.node === UNNAMED) return '没有名称的节点不能改名'
  if (isSettling(infno)) return `交易 ${infno} 的节点不能改名：结算只做一次要靠它`
  return nameFault(rule, [...new Set(fields.map(({ node }) => node)), ...fields.map(({ name }) => name)])
}

const ruleFault = (rule: Rule, place: Place): string | undefined => {
  const { direction, edition, infno, fields } = place
  if (direction === 'out' && !answerVerbs.includes(rule.verb))
    return `动作「${rule.verb}」不能用于答复，可用：${answerVerbs.join('、')}`
  if (!fields.some(({ node }) => node === rule.node))
    return `交易 ${infno} 的${sides[direction]}（${edition}）没有节点 ${rule.node}`
  if (rule.verb === 'node') return nodeFault(rule, place)
  const field = fields.find(({ node, name }) => node === rule.node && name === rule.name)
  return field ? fieldFault(rule, field, place) : `节点 ${rule.node}（${edition}）没有字段 ${rule.name}`
}

// What both would write: which of them holds must not depend on their order.
const exclusive: Partial<Record<Verb, string>> = {
  ...{ constant: 'value', default: 'value', omit: 'value', type: 'form', date: 'form', rename: 'name', node: 'name' },
}

/** Two rules that say something about the same thing. */
const doubled = (rules: readonly Rule[]): [Rule, string][] => {
  const said = new Map<string, number>()
  return rules.flatMap((rule): [Rule, string][] => {
    const keys = [`${exclusive[rule.verb]} ${rule.node} ${rule.name}`]
    if (rule.verb === 'rename') keys.push(`to ${rule.node} ${plainName(rule.value)}`)
    if (rule.verb === 'node') keys.push(`to ${plainName(rule.value)}`)
    const earlier = keys.map((key) => said.get(key)).find((line) => line !== undefined)
    for (const key of keys) said.set(key, rule.line)
    return earlier === undefined ? [] : [[rule, `与第 ${earlier} 行重复或矛盾`]]
  })
}

/** What is wrong with a mapping of a transaction where an edition holds; empty = it can be used. */
export const mappingProblems = (edition: Edition, infno: string, mapping: Mapping, file: string): PluginProblem[] => {
  if (isFileTransfer(infno)) return [{ place: file, text: `交易 ${infno} 传送文件，没有可以映射的报文` }]
  return (['in', 'out'] as const).flatMap((direction) => {
    const rules = mapping[direction]
    const fields = infno === 'envelope' ? [] : fieldsOf(edition, infno, direction)
    if (rules.length > 0 && fields.length === 0)
      return [{ place: file, text: `没有交易 ${infno} 的${sides[direction]}（${edition}）` }]
    const place = { edition, infno, direction, fields }
    const faults = rules.flatMap((rule): [Rule, string][] => {
      const text = ruleFault(rule, place)
      return text === undefined ? [] : [[rule, `${rule.name || rule.node}：${text}`]]
    })
    return [...faults, ...doubled(rules)].map(([{ line }, text]) => ({ place: `${file} 第 ${line} 行`, text }))
  })
}

/** A path of the area's own host: nothing that leads to another one, and no query. */
const isPath = (text: string) =>
  /^(\/[A-Za-z0-9_.~-]+)+$/.test(text) && text.length <= 200 && !/\/\.{1,2}(\/|$)/.test(text)

/** What is wrong with a route; a settlement is never sent again by itself (DESIGN 7). */
export const routeProblems = (edition: Edition, infno: string, route: Route, place: string): PluginProblem[] => {
  const { path, infver, timeoutMs, retries } = route
  const [min, max] = [leastTimeout(infno), mostTimeout(infno)]
  const texts: (string | false)[] = [
    fieldsOf(edition, infno, 'in').length === 0 && `没有交易 ${infno}（${edition}）`,
    [path, infver, timeoutMs, retries].every((one) => one === undefined) && '没有写 path、infver、timeoutMs 或 retries',
    path !== undefined && isFileTransfer(infno) && `交易 ${infno} 传文件，路径在医保配置填写，请去掉 path`,
    path !== undefined && !isPath(path) && `path「${path}」不能使用：以 / 开头，只含字母、数字和 _ . ~ - /，不带参数`,
    infver !== undefined && !/^[\w.]{1,6}$/.test(infver) && 'infver 最长 6 个字符',
    timeoutMs !== undefined && !(timeoutMs >= min && timeoutMs <= max) && `timeoutMs 应在 ${min} 和 ${max} 之间`,
    retries !== undefined && !(retries >= 0 && retries <= mostRetries) && `retries 应在 0 和 ${mostRetries} 之间`,
    !!retries && !isQuestion(infno) && `交易 ${infno} 会改变中心的记录，不能自动重发，请去掉 retries`,
  ]
  return texts.flatMap((text) => (text === false ? [] : [{ place, text }]))
}

/** What of a transaction a mapping is in force for. */
export const partsOf = (mapping: Mapping): Part[] => (['in', 'out'] as const).filter((part) => mapping[part].length > 0)
