import { type FieldMeta, metaOf, type Schema } from '@yibao/shared/field.ts'
import { scaled, trimZeros, unscaled, yuan } from '@yibao/shared/money.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { type SQL, sql } from 'drizzle-orm'
import { order } from '../../order/tables.ts'

type Kind = FieldMeta['kind']

const kindOf = (schema: Schema): Kind => metaOf(schema)?.kind ?? 'text'

/** SQL types that a sheet goes on behind a value of (rows.ts). */
const types: Partial<Record<Kind, string>> = {
  ...{ money: 'bigint', integer: 'bigint', quantity: 'numeric', price: 'numeric', ratio: 'numeric' },
  ...{ time: 'timestamptz', flag: 'boolean' },
}

/** The SQL type of a field's values, in which they are compared and sorted. */
export const sqlType = (schema: Schema): string => types[kindOf(schema)] ?? 'text'

/** A field of the rows; its name is one of the source's list. */
export const fieldSql = (name: string): SQL => sql`src.${sql.identifier(name)}`

/** A moment comes as one, everything else as text or number. */
export const readSql = (schema: Schema, value: SQL): SQL<unknown> =>
  kindOf(schema) === 'time' ? sql<Date>`${value}`.mapWith(order.createdAt) : (value as SQL<unknown>)

const plain = (value: unknown) => trimZeros(String(value))

const wire: Partial<Record<Kind, (value: unknown) => unknown>> = {
  money: (value) => yuan(Number(value)),
  integer: Number,
  quantity: plain,
  price: plain,
  ratio: plain,
  time: (value) => formatTime(value as Date),
  flag: Boolean,
}

/** A value of the database as the wire has it; nothing for null. */
export const wireValue = (schema: Schema, value: unknown): unknown =>
  value === null || value === undefined ? undefined : (wire[kindOf(schema)] ?? String)(value)

/** Decimals that sums of a kind are exact to. */
const decimals: Partial<Record<Kind, number>> = { money: 2, quantity: 4 }

/** The sum of wire values of a field, exact. */
export const sumOf = (schema: Schema, values: readonly unknown[]): unknown => {
  const places = decimals[kindOf(schema)] ?? 0
  const sum = values.reduce<bigint>((all, value) => all + scaled(String(value ?? 0), places), 0n)
  const text = unscaled(sum, places)
  return kindOf(schema) === 'integer' ? Number(text) : kindOf(schema) === 'money' ? text : plain(text)
}
