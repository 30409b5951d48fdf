import type { FieldMeta } from '@yibao/shared/field.ts'
import { validIdCard } from '@yibao/shared/id-card.ts'
import { eq } from 'drizzle-orm'
import type { Context } from '../../call/context.ts'
import type { NameOf } from '../../xlsx/cell.ts'
import { user } from '../auth/tables.ts'
import { areaName } from '../organisation/districts.ts'
import { company, store } from '../organisation/tables.ts'

const areaOf = (code: string): string => [...new Set([areaName(code), code])].join(' ')
const nameIn = async (found: PromiseLike<{ name: string }[]>): Promise<string | undefined> => (await found)[0]?.name

/** What an id or a code of a place is called; nothing for an id that stands for itself. */
const named: Readonly<Record<string, (c: Context, value: string) => Promise<string | undefined>>> = {
  storeId: ({ db }, id) => nameIn(db.select({ name: store.name }).from(store).where(eq(store.id, id))),
  companyId: ({ db }, id) => nameIn(db.select({ name: company.name }).from(company).where(eq(company.id, id))),
  operatorId: async ({ db }, id) => {
    const [found] = await db.select({ own: user.name, login: user.userName }).from(user).where(eq(user.id, id))
    return found?.own || found?.login
  },
  areaCode: async (_c, code) => areaOf(code),
  medicalAreaCode: async (_c, code) => areaOf(code),
  insuredArea: async (_c, code) => areaOf(code),
}

const chosen = '已选'
const withheld = '（个人号码，不列出）'
const personalKinds = new Set<FieldMeta['kind']>(['idCard', 'phone'])

/** Words somebody typed, without what could be the number of a person's card or telephone. */
const withoutNumbers = (text: string): string =>
  text.replace(/(?<!\d)(\d{17}[\dXx]|\d{15}|1[3-9]\d{9})(?!\d)/g, (digits) =>
    digits.length === 18 && !validIdCard(digits.toUpperCase()) ? digits : withheld,
  )

/** One value of a field in words: codes by their names, days as they are; an id that nobody reads is only chosen. */
export const valueInWords = async (
  c: Context,
  key: string,
  meta: FieldMeta,
  value: unknown,
  nameOf: NameOf,
): Promise<string> => {
  const text = String(value)
  if (personalKinds.has(meta.kind)) return withheld
  if (Object.hasOwn(named, key)) return (await named[key]!(c, text)) ?? text
  if (meta.kind === 'id') return chosen
  if (meta.kind === 'flag') return value === true || text === 'true' ? '是' : '否'
  if (meta.codeType) return nameOf(meta.codeType, text)
  if (meta.choices) return meta.choices[text] ?? text
  return meta.kind === 'text' || meta.kind === 'code' ? withoutNumbers(text) : text
}
