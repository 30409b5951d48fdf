import { refuse } from '../refusal.ts'
import { apply } from '../store/people.ts'
import { byMsgid, insert } from '../store/settlements.ts'
import { dateTime } from '../time.ts'
import type { Call, Handler, Outcome, Texts } from './call.ts'
import { type Purchase, workOut } from './purchase.ts'
import { keepCodes } from './trace-codes.ts'

const padded = (value: number): string => String(value).padStart(10, '0')

let trials = 0

/** 2101 药店预结算: the same arithmetic as 2102, nothing stored. */
export const presettle: Handler = (call) => {
  const { setlinfo, setldetail, detlcutinfo } = workOut(call)
  trials += 1
  return { setlinfo: { ...setlinfo, mdtrt_id: `${call.institution.area}T${padded(trials)}` }, setldetail, detlcutinfo }
}

/** What a repeated msgid of a settlement or a reversal gets: the first answer where the area gives it, a refusal elsewhere (DESIGN 4). */
export const repeated = (call: Call): Outcome | undefined => {
  const first = byMsgid(call.store, call.msgid)
  if (!first) return undefined
  if (first.undone) return refuse('该报文对应的交易已冲正，不能再次提交')
  if (call.profile.repeat === 'refuse' || first.infno !== call.infno || first.fixmedins_code !== call.institution.code)
    return refuse('【发送方报文ID msgid】重复，交易已受理')
  return first.output as Outcome
}

/** The next number of a visit; 2102 makes its own, 2201 gives one before anything is bought. */
export const nextVisit = (call: Call): string => `${call.institution.area}M${padded(call.store.next('mdtrt'))}`

/** Books what was worked out under a visit's number: its answer, which is what any repeat of the message gets. */
export const book = (call: Call, purchase: Purchase, mdtrtId: string): Outcome & { setlinfo: Texts } => {
  const { setlinfo, split, given } = purchase
  const ids = {
    setl_id: `${call.institution.area}A${padded(call.store.next('setl'))}`,
    mdtrt_id: mdtrtId,
  }
  const output = {
    setlinfo: { ...setlinfo, ...ids },
    setldetail: purchase.setldetail,
    detlcutinfo: purchase.detlcutinfo,
  }
  apply(call.store, purchase.effect, 1)
  insert(call.store, {
    ...ids,
    infno: call.infno,
    msgid: call.msgid,
    fixmedins_code: call.institution.code,
    psn_no: purchase.person.psnNo,
    insutype: given.insutype!,
    med_type: given.med_type!,
    clr_optins: setlinfo.clr_optins!,
    clr_type: setlinfo.clr_type!,
    setl_time: dateTime(call.now),
    refd: 0,
    original: '',
    medfee: split.medfee,
    fund: split.fund,
    acct: split.acct,
    cash: split.cash,
    output,
    effect: purchase.effect,
    request: {
      given: { dise_codg: given.dise_codg ?? '', dise_name: given.dise_name ?? '', invono: given.invono ?? '' },
      begntime: given.begntime ?? dateTime(call.now),
      lines: purchase.bought.map((one) => one.row),
      opter: call.envelope.opter,
      opter_name: call.envelope.opter_name,
    },
  })
  if (purchase.rx) call.store.run('insert into rx_use values (?, ?)', ids.setl_id, purchase.rx)
  keepCodes(call.store, ids.setl_id, purchase.codes)
  return output
}

/** 2102 药店结算: balances, sums and the settlement are on the disk together before the answer leaves. */
export const settle: Handler = (call) =>
  call.store.transaction(() => repeated(call) ?? book(call, workOut(call), nextVisit(call)))
