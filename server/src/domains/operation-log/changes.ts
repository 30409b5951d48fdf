import { calls } from '@yibao/shared/calls/index.ts'
import { type FieldMeta, metaOf, type Schema } from '@yibao/shared/field.ts'

/** One field of what an operation changed, as people call it and read it. */
interface Change {
  title: string
  from: string
  to: string
}

type Def = Partial<Record<'shape', Record<string, Schema>> & Record<'innerType' | 'element' | 'valueType', Schema>>
type Fields = ReadonlyMap<string, readonly FieldMeta[]>

/** How far in fields are looked for: a tree is its own branch. */
const deepest = 6

/** Every field inside a schema, under its own name. */
const collect = (schema: Schema, into: Map<string, FieldMeta[]>, depth = 0): void => {
  if (depth > deepest) return
  const { shape = {}, innerType, element, valueType } = schema._zod.def as unknown as Def
  for (const [name, field] of Object.entries(shape)) {
    const meta = metaOf(field)
    const known = into.get(name)
    if (meta && known) known.push(meta)
    else if (meta) into.set(name, [meta])
    collect(field, into, depth + 1)
  }
  for (const inner of [innerType, element, valueType]) if (inner) collect(inner, into, depth + 1)
}

const domains = calls as unknown as Record<string, Record<string, { input: Schema; result: Schema }>>
const collected = new Map<string, Fields>()

/** The fields of a domain's calls: what was sent before what was answered. */
const fieldsOf = (domain: string): Fields => {
  const known = collected.get(domain)
  if (known) return known
  const fields = new Map<string, FieldMeta[]>()
  const own = Object.values(domains[domain] ?? {})
  for (const { input } of own) collect(input, fields)
  for (const { result } of own) collect(result, fields)
  collected.set(domain, fields)
  return fields
}

/** What is known of a field: as its own domain calls it, else as any does. */
const metasOf = (domain: string, name: string): readonly FieldMeta[] => {
  const own = fieldsOf(domain).get(name)
  if (own) return own
  for (const other of Object.keys(domains)) {
    const found = fieldsOf(other).get(name)
    if (found) return found
  }
  return []
}

const titleOf = (domain: string, name: string): string => metasOf(domain, name)[0]?.title ?? name

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isNothing = (value: unknown): boolean => value === undefined || value === null || value === ''

const shown = (domain: string, value: unknown, metas: readonly FieldMeta[]): string => {
  if (isNothing(value)) return '--'
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (Array.isArray(value))
    return value.map((one) => shown(domain, one, metas)).join(value.some(isObject) ? '；' : '、') || '--'
  if (isObject(value))
    return Object.entries(value)
      .filter(([, one]) => !isNothing(one))
      .map(([name, one]) => `${titleOf(domain, name)} ${shown(domain, one, metasOf(domain, name))}`)
      .join('，')
  const text = String(value)
  // Several fields of a domain may share a name: the one that has this value is meant.
  return metas.find(({ choices }) => choices?.[text] !== undefined)?.choices?.[text] ?? text
}

/**
 * What differs between two records that a call of `domain` kept, one line per field, with the titles and labels that
 * its contract gives; a field that both have alike is no change, one that no contract knows stands under its own name.
 */
export const changesIn = (domain: string, before: unknown, after: unknown, path: readonly string[] = []): Change[] => {
  if (JSON.stringify(before) === JSON.stringify(after)) return []
  if (isObject(before) || isObject(after)) {
    const [old, now] = [isObject(before) ? before : {}, isObject(after) ? after : {}]
    return [...new Set([...Object.keys(old), ...Object.keys(now)])].flatMap((key) =>
      changesIn(domain, old[key], now[key], [...path, key]),
    )
  }
  const metas = metasOf(domain, path.at(-1) ?? '')
  const title = path.map((name) => titleOf(domain, name)).join(' / ')
  return [{ title: title || '内容', from: shown(domain, before, metas), to: shown(domain, after, metas) }]
}
