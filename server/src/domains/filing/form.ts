import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { diseasesInfo as calls } from '@yibao/shared/calls/disease-filing.ts'
import type { Context } from '../../context.ts'
import { newId } from '../../ids.ts'
import { refuse } from '../../refuse.ts'
import { storeOf } from '../attendance/sign.ts'
import { maskName, maskNumber } from '../card/mask.ts'
import { readingOf } from '../card/read.ts'
import { hashPerson } from '../settlement/identity.ts'
import { mark, withFiling } from './claim.ts'
import { type Personal, sealPersonal } from './personal.ts'
import { shownFiling } from './rows.ts'
import { stateTitle } from './state.ts'
import { diseaseFiling } from './tables.ts'

type Detail = ResultOf<typeof calls.get>

const check = (form: { beginDay: string; endDay?: string; insutype: string }, { insurances }: Personal): void => {
  if (form.endDay && form.endDay < form.beginDay)
    refuse('filing.dates', {}, { fields: { endDay: '结束日期早于开始日期' } })
  if (!insurances.some(({ insutype }) => insutype === form.insutype))
    refuse('filing.insurance', {}, { fields: { insutype: '参保人没有这个险种' } })
}

/** DiseasesInfo/Add: of the person whose card was read, so that nobody files for a number he only knows. */
export const addFiling = async (
  { readId, tel = '', address = '', ...form }: InputOf<typeof calls.add>,
  c: Context,
): Promise<Detail> => {
  const shop = await storeOf(c.deps, c.storeId)
  const { person } = (await readingOf(c, readId)).person
  const insurances = person.insurances.map(({ insurance, insuredArea }) => ({
    insutype: insurance,
    insuredArea: insuredArea || shop.areaCode,
  }))
  const personal = { psnNo: person.psnNo, insurances, tel, address }
  check(form, personal)
  const id = newId(c.now)
  const { vault } = c.services
  await c.db.insert(diseaseFiling).values({
    ...form,
    ...{ id, storeId: shop.id, operatorName: c.me.name, changedAt: c.now },
    ...{ personal: sealPersonal(vault, personal), psnHash: hashPerson(vault, person.psnNo) },
    ...{ maskedName: maskName(person.name), maskedCertNo: maskNumber(person.certificateNo) },
  })
  c.keep({ target: `${shop.name} ${form.diseaseCode} ${form.diseaseName}` })
  return shownFiling(c, id)
}

/** DiseasesInfo/Update: what the centre holds, or may hold, is not changed here. */
export const updateFiling = async (
  { id, tel = '', address = '', endDay = '', ...form }: InputOf<typeof calls.update>,
  c: Context,
): Promise<Detail> => {
  await withFiling(c, id, async ({ one, shop, personal }) => {
    c.keep({ target: `${shop.name} ${form.diseaseCode} ${form.diseaseName}` })
    check({ ...form, endDay }, personal)
    if (one.state !== 'draft' && one.state !== 'refused')
      refuse('filing.state', { state: stateTitle(one.state), action: '修改' })
    await mark(c, one, {
      ...{ ...form, endDay, personal: sealPersonal(c.services.vault, { ...personal, tel, address }) },
      ...{ state: 'draft', message: '', changedAt: c.now },
    })
  })
  return shownFiling(c, id)
}
