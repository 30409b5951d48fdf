import type { Profile } from '../profile.ts'
import { refuse } from '../refusal.ts'
import { type Field, type Node, nodesOf } from './standard.ts'
import { faultOf, textOf } from './value.ts'

/** A node's fields as they came. */
export type Values = Record<string, unknown>

/** Refuses, naming a field the way the centre does: Chinese name, then the field. */
export const refuseField = (field: { title: string; name: string }, fault: string): never =>
  refuse(`【${field.title} ${field.name}】${fault}`)

const checkFields = (fields: Field[], values: Values, profile: Profile, where: string): void => {
  for (const field of fields) {
    const fault = faultOf(field, values[field.name], [profile.province])
    if (fault) refuseField(field, where + fault)
  }
}

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const rowsOfNode = (node: Node, value: unknown): Values[] => {
  if (value === undefined || value === null || value === '') {
    const fields = node.fields.map((field) => field.name).join('、')
    return node.required ? refuse(`【输入节点 ${node.name}】缺失，字段 ${fields} 应在此节点`) : []
  }
  if (!node.array) return isObject(value) ? [value] : refuse(`【输入节点 ${node.name}】应为对象`)
  if (!Array.isArray(value) || !value.every(isObject)) return refuse(`【输入节点 ${node.name}】应为数组`)
  return value.length > 0 ? value : refuse(`【输入节点 ${node.name}】至少一行`)
}

/** Where the standard names no node (3302), the only one that came is it. */
const nameOf = (node: Node, input: Values): string =>
  node.name === '(none)' ? (Object.keys(input)[0] ?? 'data') : node.name

/** Checks the input of a transaction against the field tables of the area's edition; refuses the first fault. */
export const checkInput = (infno: string, input: Values, profile: Profile): void => {
  for (const node of nodesOf(infno, 'in', profile.province))
    for (const [i, row] of rowsOfNode(node, input[nameOf(node, input)]).entries())
      checkFields(node.fields, row, profile, node.array ? `第 ${i + 1} 行` : '')
}

/** The envelope rows are the same in both editions, so a code of either is accepted (notes: HN prints opter_type 1 only). */
export const checkEnvelope = (envelope: Values): void => {
  for (const field of nodesOf('envelope', 'in', 'HN')[0]!.fields) {
    if (field.name === 'input') {
      if (!isObject(envelope.input)) refuseField(field, '应为对象')
    } else {
      const fault = faultOf(field, envelope[field.name], ['HN', 'JX'])
      if (fault) refuseField(field, fault)
    }
  }
}

/** The first non-empty value of a field in any node of an input. */
export const find = (input: Values, name: string): string => {
  for (const node of Object.values(input)) {
    for (const row of Array.isArray(node) ? node : [node]) {
      const text = isObject(row) ? textOf(row[name]) : ''
      if (text) return text
    }
  }
  return ''
}
