import type { dictionary } from '@yibao/shared/calls/dictionary.ts'
import { formatDay } from '@yibao/shared/time.ts'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import type { Handlers } from '../../call/mount.ts'
import { areaOf } from '../auth/area-of.ts'
import { areasOf } from '../auth/grants.ts'
import { wholeAreaOf } from '../auth/whole-area.ts'
import {
  belowOf,
  changeItem,
  dropOverride,
  findItem,
  lockType,
  override,
  ownValues,
  periodText,
  targetOf,
  unless,
} from './change.ts'
import { allTypesOf, dictionaryMap } from './entries.ts'
import { refuseOwn } from './enumerations.ts'
import { type Item, itemsOf } from './items.ts'
import { tellDictionary } from './live.ts'
import { dictionaryRows, wireItem } from './rows.ts'
import { typeName } from './types.ts'

type ItemCalls = Omit<
  Handlers<typeof dictionary>,
  'download' | 'searchDynamicDropdowns' | 'getHistoryDynamicDropdowns' | 'submitDynamicDropdowns'
>

const byType = (items: readonly Item[]): [string, Item[]][] => {
  const types = new Map<string, Item[]>()
  for (const item of items) types.get(item.codeType)?.push(item) ?? types.set(item.codeType, [item])
  return [...types]
}

const checkPeriod = (period: Parameters<typeof periodText>[0]) => {
  const text = periodText(period)
  if (text) refuse('input.invalid', { text }, { fields: { validTo: text } })
}

const switched = (enabled: boolean) => async (item: Item, areaCode: string, tx: Pick<Context, 'db'>) => ({
  enabled: unless((await belowOf(tx, areaCode, item))?.enabled, enabled) ?? null,
})

export const itemHandlers: ItemCalls = {
  map: ({ codeTypes, withStopped }, { db, me, now }) =>
    dictionaryMap(db, me.areaCode, codeTypes, { withStopped, day: formatDay(now) }),
  paged: (filters, c) => dictionaryRows.page(c, filters),
  codeTypes: async ({ medicalAreaCode, keyword = '' }, c) => {
    const items = await itemsOf(c.db, { areaCode: await areaOf(c, medicalAreaCode) })
    return byType(items)
      .map(([codeType, all]) => ({ codeType, name: typeName(codeType), items: all.length }))
      .filter(({ codeType, name }) => codeType.includes(keyword) || name.includes(keyword))
  },
  allDictionaryList: async ({ medicalAreaCode, codeType }, c) => {
    const areaCode = await areaOf(c, medicalAreaCode)
    const types = codeType ? [codeType] : await allTypesOf(c.db, areaCode)
    return dictionaryMap(c.db, areaCode, types, { withStopped: true, day: formatDay(c.now) })
  },
  insDistricts: async (_, { db, me }) =>
    (await areasOf(db, { id: me.userId, isSuperAdmin: me.isSuperAdmin })).map(({ code, name }) => ({
      value: code,
      name,
    })),
  get: async (asked, c) => {
    const { item, areaCode } = await findItem(c, asked)
    return wireItem(item, areaCode)
  },

  enableItem: (asked, c) => changeItem(c, asked, switched(true)),
  stopItem: (asked, c) => changeItem(c, asked, switched(false)),
  updateItem: ({ name, parent, sort, validFrom, validTo, ...asked }, c) => {
    checkPeriod({ validFrom, validTo })
    return changeItem(c, asked, async (item, areaCode, tx) => {
      const written = { label: name, parent: parent ?? '', sort: sort ?? item.sort }
      const period = { validFrom: validFrom ?? '', validTo: validTo ?? '' }
      return ownValues(await belowOf(tx, areaCode, item), { ...written, ...period })
    })
  },
  setItemDefault: ({ isDefault, ...asked }, c) =>
    changeItem(c, asked, async (item, areaCode, tx) => {
      // One default a type.
      const same = await itemsOf(tx.db, { areaCode, codeTypes: [item.codeType] })
      for (const other of same.filter((one) => one.isDefault && one.id !== item.id))
        await override(tx, areaCode, other, { isDefault: null })
      return { isDefault: unless((await belowOf(tx, areaCode, item))?.isDefault, isDefault) ?? null }
    }),

  addItem: async ({ medicalAreaCode, codeType, code, name, ...rest }, c) => {
    const areaCode = await wholeAreaOf(c, medicalAreaCode)
    checkPeriod(rest)
    refuseOwn('codeType', codeType)
    await c.db.transaction(async (db) => {
      const { me, now } = c
      await lockType(db, areaCode, codeType)
      const known = await itemsOf(db, { areaCode, codeTypes: [codeType] })
      if (known.some((item) => item.code === code))
        refuse('dictionary.taken', { code }, { fields: { code: `编码 ${code} 已存在` } })
      const sort = rest.sort ?? Math.max(-1, ...known.map((item) => item.sort)) + 1
      await override({ db, me, now }, areaCode, { codeType, code }, { label: name, enabled: true, ...rest, sort })
    })
    tellDictionary(c.deps, areaCode)
    const item = (await itemsOf(c.db, { areaCode, codeTypes: [codeType] })).find((one) => one.code === code)
    if (!item) return refuse('not.found', { what: '字典项' })
    c.on(targetOf(item))
    c.keep({ after: wireItem(item, areaCode) })
    return wireItem(item, areaCode)
  },
  deleteItem: async (asked, c) => {
    await wholeAreaOf(c, asked.medicalAreaCode)
    const { item, areaCode } = await findItem(c, asked)
    if (await belowOf(c, areaCode, item)) refuse('dictionary.base')
    await dropOverride(c, areaCode, item)
    tellDictionary(c.deps, areaCode)
    c.on(targetOf(item))
    c.keep({ before: wireItem(item, areaCode) })
    return null
  },
}
