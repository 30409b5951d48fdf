import { itemOf } from '../catalogue.ts'
import { refuseField, type Values } from '../message/check.ts'
import { textOf } from '../message/value.ts'
import { scaled } from '../money/fixed.ts'
import type { Store } from '../store/open.ts'
import { hasOption } from '../store/options.ts'
import type { Call } from './call.ts'

const one = 10_000n
const field = { title: '药品追溯码', name: 'drug_trac_codg' }
const list = { title: '药品追溯码信息', name: 'drugtracinfo' }

/** Western medicines and Chinese patent medicines have a code on each pack; what has no mapping is asked nothing. */
const hasCodes = (area: string, code: string): boolean => /^[XZ]/.test(code) && itemOf(area, code) !== undefined

const codesOf = (row: Values): string[] => {
  const given = row.drugtracinfo
  if (given === undefined || given === null || given === '') return []
  if (!Array.isArray(given)) return refuseField(list, '应为数组')
  return given.map((one) => textOf((one as Values)?.drug_trac_codg))
}

const standing = `s.undone = '' and s.reversed_by = ''`

/** Whether another settlement that stands has sold a pack: a 3505 tells of its own (`but`). */
export const soldInSettlement = (store: Store, code: string, but: string): boolean =>
  store.get(
    `select 1 from sold_code as sold join settlement as s on s.setl_id = sold.setl_id
      where sold.code = ? and ${standing} and s.setl_id <> ?`,
    code,
    but,
  ) !== undefined

// What the same person bought at the same shop may be about to be reversed: a trial (2101) lets it pass, 2102 does not.
const soldElsewhere = ({ store, institution }: Call, code: string, psnNo: string): boolean =>
  store.get(
    `select 1 from sold_code as sold join settlement as s on s.setl_id = sold.setl_id
      where sold.code = ? and ${standing} and not (s.psn_no = ? and s.fixmedins_code = ?)`,
    code,
    psnNo,
    institution.code,
  ) !== undefined

// A 3505 that was not taken back and whose settlement still stands, or that names none.
const isTold = (store: Store, code: string, who: readonly [string, string]): boolean =>
  store.get(
    `select 1 from piece as told where told.trace_code = ? and told.trace_code <> '' and told.infno = '3505'
      and not exists (select 1 from piece as back
        where back.fixmedins_code = told.fixmedins_code and back.sold_as = told.bchno)
      and not exists (select 1 from settlement as s
        where s.setl_id = json_extract(told.data, '$.setl_id')
          and (s.undone <> '' or s.reversed_by <> '' or (s.psn_no = ? and s.fixmedins_code = ?)))`,
    code,
    ...who,
  ) !== undefined

/**
 * The codes of a 2101 or 2102 in an area whose centre demands them: as many as packs for what has codes, none twice in
 * the message, none that is sold. A pack that is broken is sold with its last piece, so its code blocks nobody. Answers
 * the codes of whole packs, which the settlement keeps; nothing elsewhere.
 */
export const checkedCodes = (call: Call, psnNo: string): string[] => {
  const { store, institution, infno } = call
  if (!hasOption(store, institution.area, 'traceCodes')) return []
  const seen = new Set<string>()
  const isSold = (code: string) =>
    infno === '2101'
      ? soldElsewhere(call, code, psnNo) || isTold(store, code, [psnNo, institution.code])
      : soldInSettlement(store, code, '') || isTold(store, code, ['', ''])
  return ((call.input.drugdetail ?? []) as Values[]).flatMap((row, i) => {
    const where = `第 ${i + 1} 行`
    const quantity = scaled(textOf(row.cnt), 4) ?? 0n
    const packs = Number((quantity + one - 1n) / one)
    const codes = codesOf(row)
    const wanted = hasCodes(institution.area, textOf(row.med_list_codg)) ? packs : 0
    if (codes.length < wanted) refuseField(list, `${where}缺少追溯码，应有 ${wanted} 个，实有 ${codes.length} 个`)
    if (codes.length > packs) refuseField(list, `${where}追溯码多于数量`)
    const whole = codes.slice(0, Number(quantity / one))
    for (const code of codes) {
      if (!/^[0-9A-Za-z]{1,30}$/.test(code)) refuseField(field, `${where}格式不正确`)
      if (seen.has(code)) refuseField(field, `${where} ${code} 重复`)
      seen.add(code)
      if (whole.includes(code) && isSold(code)) refuseField(field, `${where} ${code} 已销售，不能重复销售`)
    }
    return whole
  })
}

/** Keeps what a settlement sold: a reversal or an undo of it frees its codes by themselves. */
export const keepCodes = (store: Store, setlId: string, codes: readonly string[]): void => {
  for (const code of codes) store.run('insert or ignore into sold_code values (?, ?)', code, setlId)
}
