import { metaOf, type Schema } from '@yibao/shared/field.ts'
import { omit } from '@yibao/shared/omit.ts'
import { can } from '@yibao/shared/permission.ts'
import * as z from 'zod/mini'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { decode, trimmed } from '../../call/decode.ts'
import { canExport } from '../../xlsx/cell.ts'
import { fieldsOf, type Source, sources } from './sources.ts'

/** What is to be exported, checked. */
export interface Question {
  source: Source
  input: Record<string, unknown>
  columns: string[]
  /** Of its rows, by name. */
  fields: Record<string, Schema>
  /** Columns that were asked for once and that its rows have no more. */
  dropped: number
}

interface Asked {
  call: string
  input: Record<string, unknown>
  columns: string[]
}

/** A list that can be taken out; refuses any other. */
const sourceNamed = (name: string): Source => (Object.hasOwn(sources, name) ? sources[name]! : refuse('export.call'))

/** Filters as the list itself reads them, without the page; refuses what it would refuse. */
const readInput = ({ call }: Source, input: Record<string, unknown>): Record<string, unknown> => {
  const filters = Object.fromEntries(
    Object.entries(omit(input, 'page', 'pageSize')).map(([key, value]) => [key, trimmed(value)]),
  )
  const parsed = z.safeParse(call.input, decode({ ...call, method: 'POST' }, { body: filters }))
  return parsed.success
    ? (parsed.data as Record<string, unknown>)
    : refuse('input.invalid', { text: parsed.error.issues[0]!.message })
}

/** A list's question that is only looked at: whoever may open its page may. */
export const shownQuestion = (
  c: Context,
  { call: name, input }: Pick<Asked, 'call' | 'input'>,
): Pick<Question, 'source' | 'input'> => {
  const source = sourceNamed(name)
  const menus = [source.call.menu ?? []].flat()
  if (source.own) source.own.permit(c)
  else if (menus.length && !menus.some((menuCode) => can(c.me, { menuCode })))
    refuse('permission.denied', { title: source.call.title })
  return { source, input: readInput(source, input) }
}

/** The list's own menu with the button export; today's grants count each time. */
const permit = (c: Context, { call, own }: Source): void => {
  const menus = [call.menu ?? []].flat()
  if (own) own.permit(c)
  else if (!menus.some((menuCode) => can(c.me, { menuCode, buttonCode: 'export' })))
    refuse('permission.denied', { title: `导出${call.title}` })
}

/**
 * Checks what somebody wants to take out: list, permission, filters, columns. Nothing is read here. `again` = it was taken
 * out before: of a report that was changed since, the columns that are left.
 */
export const questionOf = async (
  c: Context,
  { call: name, input, columns: wanted }: Asked,
  { again = false } = {},
): Promise<Question> => {
  const source = sourceNamed(name)
  permit(c, source)
  const asked = readInput(source, input)
  const fields = await fieldsOf(c, source, asked)
  const distinct = [...new Set(wanted)]
  const columns = distinct.filter((key) => Object.hasOwn(fields, key) && canExport(fields[key]))
  const dropped = distinct.length - columns.length
  if (!columns.length || (dropped && !(again && source.own)))
    refuse('input.invalid', { text: '所选的列不能导出' }, { fields: { columns: '请重新选择列' } })
  return { source, input: asked, fields, columns, dropped }
}

/** Rows the question finds now; refuses more than the list allows. */
export const countRows = async (c: Context, { source, input }: Question): Promise<number> => {
  const rows = await source.count(c, input, source.limit)
  return rows > source.limit ? refuse('export.many', { limit: source.limit }) : rows
}

/** Dictionaries that the values of some fields are named by. */
export const codeTypesOf = (schemas: Parameters<typeof metaOf>[0][]): string[] =>
  schemas.flatMap((schema) => metaOf(schema)?.codeType ?? [])
