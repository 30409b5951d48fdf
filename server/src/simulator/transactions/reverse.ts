import { fieldsOf } from '../message/standard.ts'
import { yuan } from '../money/fixed.ts'
import { refuse } from '../refusal.ts'
import { apply, balanceOf } from '../store/people.ts'
import { bySetlId, insert, markReversed, type Settlement } from '../store/settlements.ts'
import { freeFees } from '../store/visits.ts'
import { dateTime } from '../time.ts'
import type { Call, Handler, Texts } from './call.ts'
import { textsOf } from './call.ts'
import { repeated } from './settle.ts'

const negate = (text: string): string =>
  /^-?0*\.?0*$/.test(text) ? text : text.startsWith('-') ? text.slice(1) : `-${text}`

// Every amount of the reversal is minus the original's; the limit and the balance are states, not amounts.
const negated = (node: string, values: Texts): Texts => {
  const amounts = fieldsOf('2103', 'out', node, 'HN').filter((field) => field.type === 'N' && field.decimals === 2)
  const names = new Set(amounts.map((field) => field.name))
  return Object.fromEntries(
    Object.entries(values).map(([name, text]) => [
      name,
      names.has(name) && name !== 'balc' && name !== 'crt_payb_lmt_amt' ? negate(text) : text,
    ]),
  )
}

const find = (call: Call, given: Texts): Settlement => {
  const row = bySetlId(call.store, given.setl_id!) ?? refuse('【结算ID setl_id】结算信息不存在')
  if (row.fixmedins_code !== call.institution.code) return refuse('该结算不是本机构的结算，不能撤销')
  if (row.psn_no !== given.psn_no) return refuse('【人员编号 psn_no】与结算信息不一致')
  if (row.mdtrt_id !== given.mdtrt_id) return refuse('【就诊ID mdtrt_id】与结算信息不一致')
  if (row.refd === 1) return refuse('【结算ID setl_id】是退费结算，不能撤销')
  const by = row.infno === '2207' ? '2208' : '2103'
  if (by !== call.infno) return refuse(`该结算由 ${row.infno} 办理，应以 ${by} 撤销`)
  if (row.reversed_by) return refuse('该结算已撤销，不能重复撤销')
  return row
}

const book = (call: Call, row: Settlement): { setlinfo: Texts; setldetail: Texts[] } => {
  const first = row.output as { setlinfo: Texts; setldetail: Texts[] }
  const setl_id = `${call.institution.area}A${String(call.store.next('setl')).padStart(10, '0')}`
  apply(call.store, row.effect, -1)
  const output = {
    setlinfo: {
      ...negated('setlinfo', first.setlinfo),
      setl_id,
      setl_time: dateTime(call.now),
      medins_setl_id: call.msgid,
      balc: yuan(balanceOf(call.store, row.psn_no, row.insutype)),
      // As 2208 prints it (notes 7).
      pdn_cash_pay: negate(first.setlinfo.psn_cash_pay!),
    },
    setldetail: first.setldetail.map((one) => negated('setldetail', one)),
  }
  insert(call.store, {
    ...row,
    setl_id,
    infno: call.infno,
    msgid: call.msgid,
    setl_time: dateTime(call.now),
    refd: 1,
    original: row.setl_id,
    medfee: -row.medfee,
    fund: -row.fund,
    acct: -row.acct,
    cash: -row.cash,
    output,
    request: { ...row.request, opter: call.envelope.opter, opter_name: call.envelope.opter_name },
  })
  markReversed(call.store, row.setl_id, setl_id)
  freeFees(call.store, row.setl_id)
  return output
}

/** 2103 药店结算撤销, and 2208 of what 2207 booked: no credential, the same institution, once; restores balances and sums (domain 2.5). */
export const reverse: Handler = (call) =>
  call.store.transaction(() => repeated(call) ?? book(call, find(call, textsOf(call, 'data'))))
