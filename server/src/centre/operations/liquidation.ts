import { fenText } from '../decimal.ts'
import { fillRow } from '../fill.ts'
import type { Json } from '../json.ts'
import type { Operation } from '../operation.ts'
import type { CentreProfile } from '../profile.ts'
import { isNone, type Reader, readOne, readRows } from '../reader.ts'

/** What an application names: the month's settlements of one organisation, kind and way. Months are yyyy-MM. */
export interface ClaimKey {
  month: string
  clrOptins: string
  /** '' where an area names neither kind nor way. */
  clrType: string
  clrWay: string
  /** '' where an area does not clear each insurance by itself. */
  insutype: string
  /** yyyy-MM-dd, both included */
  from: string
  until: string
}

/** An application's sums, fen. */
export interface ClaimAmounts {
  /** psntime: settlements less reversals */
  persons: number
  total: number
  /** med_sumfee: what insurance recognises */
  recognised: number
  /** fund_appy_sum */
  fund: number
  account: number
  cash: number
}

/** An application as it is sent. */
interface Claim extends ClaimKey, ClaimAmounts {}

/** An application that the centre holds, by its number (clr_appy_evt_id). */
interface Applied extends ClaimKey {
  eventId: string
}

/** What became of an application, in the words of domain.md 5.6. */
export type ClaimStage = 'applied' | 'reviewing' | 'approved' | 'rejected' | 'paid' | 'revoked'

/** One fund of an application, fen. */
export interface FundClaim {
  /** fee_clr_id */
  clearingId: string
  /** fund_pay_type */
  fund: string
  applied: number
  /** det_sumamt */
  deducted: number
  /** dpst */
  reserved: number
  /** act_dfr_amt */
  paid: number
}

/** An application as the centre holds it; fen. */
export interface ClaimState extends ClaimKey, ClaimAmounts {
  eventId: string
  fixmedinsCode: string
  /** clr_stas as sent, and what it means; undefined for a code that we do not know. */
  code: string
  stage: ClaimStage | undefined
  deducted: number
  reserved: number
  /** dfr_amt: what is to be paid out */
  granted: number
  /** act_dfr_amt: what was */
  paid: number
  /** cashym, yyyy-MM; '' before it is paid */
  paidMonth: string
  memo: string
  funds: FundClaim[]
}

// Codes are uncertain across areas (domain.md 3.4): these are the typical ones, another one leaves our state as it was.
const stages: Readonly<Record<string, ClaimStage>> = {
  ...{ 20: 'applied', 30: 'reviewing', 40: 'reviewing', 50: 'approved', 60: 'paid', 70: 'rejected', 80: 'revoked' },
}

/** Calls that want a kind get a pharmacy's, also for an application made while its area named none. */
const kindOf = ({ clrType }: ClaimKey) => clrType || '41'

const compact = (month: string) => month.replace('-', '')
const monthOf = (text: string) => (/^\d{6}$/.test(text) ? `${text.slice(0, 4)}-${text.slice(4)}` : '')

const fundOf = (row: Reader): FundClaim & { eventId: string } => ({
  ...{ eventId: row.text('clr_appy_evt_id'), clearingId: row.text('fee_clr_id'), fund: row.text('fund_pay_type') },
  ...{ applied: row.fen('fund_appy_sum'), deducted: row.fen('det_sumamt'), reserved: row.fen('dpst') },
  paid: row.fen('act_dfr_amt'),
})

const stateOf = (row: Reader, funds: readonly (FundClaim & { eventId: string })[]): ClaimState => {
  const eventId = row.text('clr_appy_evt_id')
  const code = row.text('clr_stas')
  return {
    ...{ eventId, fixmedinsCode: row.text('fixmedins_code'), month: monthOf(row.text('clr_ym')) },
    ...{ clrType: row.text('clr_type'), clrWay: row.text('clr_way'), clrOptins: row.text('clr_optins') },
    ...{ insutype: row.text('insutype'), from: row.text('begndate').slice(0, 10) },
    ...{ until: row.text('enddate').slice(0, 10), code, stage: stages[code] },
    ...{ persons: Number(row.scaled('clr_psntime', 0)), total: row.fen('medfee_sumamt') },
    ...{ recognised: row.fen('med_sumfee'), fund: row.fen('fund_appy_sum'), account: row.fen('acct_pay') },
    ...{ cash: row.fen('cash_payamt'), deducted: row.fen('det_sumamt'), reserved: row.fen('dpst_sumamt') },
    ...{ granted: row.fen('dfr_amt'), paid: row.fen('act_dfr_amt'), paidMonth: monthOf(row.text('cashym')) },
    memo: row.text('memo'),
    funds: funds.filter((one) => one.eventId === eventId).map(({ eventId: _, ...fund }) => fund),
  }
}

const statesIn = (output: Json, node: string): ClaimState[] => {
  const funds = readRows(output, 'detail').map(fundOf)
  return readRows(output, node).map((row) => stateOf(row, funds))
}

const readNumber = (output: Json): string | undefined => readOne(output, 'result', 'data')?.maybe('clr_appy_evt_id')

/** 3203 清算申请: what our book claims; answers clr_appy_evt_id. */
const apply: Operation<Claim, string> = {
  infno: '3203',
  title: '清算申请',
  input: (claim, { profile }) => ({
    data: fillRow(profile.edition, '3203', 'data', {
      ...{ clr_type: kindOf(claim), clr_way: claim.clrWay, setlym: compact(claim.month) },
      ...{ psntime: String(claim.persons), medfee_sumamt: fenText(claim.total) },
      ...{ med_sumfee: fenText(claim.recognised), fund_appy_sum: fenText(claim.fund) },
      ...{ cash_payamt: fenText(claim.cash), acct_pay: fenText(claim.account) },
      ...{ begndate: claim.from, enddate: claim.until, clr_optins: claim.clrOptins, insutype: claim.insutype },
    }),
  }),
  read: readNumber,
}

/** 3203A: the same of an organisation alone; kind and way are not named. */
const applyShort: Operation<Claim, string> = {
  infno: '3203A',
  title: '清算申请',
  input: (claim, { profile, sender }) => ({
    data: fillRow(profile.edition, '3203A', 'data', {
      ...{ medfee_sumamt: fenText(claim.total), hi_agre_sumfee: fenText(claim.recognised) },
      ...{ fund_appy_sum: fenText(claim.fund), cash_payamt: fenText(claim.cash), acct_pay: fenText(claim.account) },
      ...{ begndate: claim.from, enddate: claim.until, clr_ym: compact(claim.month), clr_optins: claim.clrOptins },
      ...{ opter_id: sender.opter, opter_name: sender.opterName, optins_no: claim.clrOptins },
    }),
  }),
  read: readNumber,
}

/** 3692 清算申请: the centre sums by itself. */
const applyUnsummed: Operation<Claim, string> = {
  infno: '3692',
  title: '清算申请',
  input: (claim, { sender }) => ({
    MedinsClrAppyDTO: {
      ...{ clrType: kindOf(claim), clrWay: claim.clrWay, clrOptins: claim.clrOptins },
      ...{ begndate: claim.from, enddate: claim.until },
      ...{ fixmedinsCode: sender.fixmedinsCode, fixmedinsName: sender.fixmedinsName },
    },
  }),
  read: readNumber,
}

/** 3204 清算申请撤销, and 3204A which names the organisation beside the number. */
const revoke: Operation<Applied, true> = {
  infno: '3204',
  title: '清算申请撤销',
  input: ({ eventId }) => ({ data: { clr_appy_evt_id: eventId } }),
  read: () => true,
}
const revokeShort: Operation<Applied, true> = {
  infno: '3204A',
  title: '清算申请撤销',
  input: ({ eventId, clrOptins }) => ({ data: { clr_appy_evt_id: eventId, clr_optins: clrOptins } }),
  read: () => true,
}

/** 3691 清算申请撤销. */
const revokeUnsummed: Operation<Applied, true> = {
  infno: '3691',
  title: '清算申请撤销',
  input: ({ eventId, from, until }, { sender }) => ({
    MedinsClrSumDDTO: {
      ...{ fixmedinsCode: sender.fixmedinsCode, fixmedinsName: sender.fixmedinsName },
      ...{ clr_appy_evt_id: eventId, begndate: from, enddate: until },
    },
  }),
  read: () => true,
}

/** 3205 清算申请状态查询: one application by its number; none where the centre answers an empty result. */
const state: Operation<Applied, ClaimState[]> = {
  infno: '3205',
  title: '清算申请状态查询',
  input: ({ eventId }) => ({ data: { clr_appy_evt_id: eventId } }),
  read: (output) => {
    const found = statesIn(output, 'result')
    if (found[0]?.eventId) return found
    return isNone(output, 'result') ? [] : undefined
  },
}

/** Rows of one page of 3693: a store has a handful of applications of a month and kind. */
const pageSize = 100

/** 3693 月结算申请汇总分页查询: every application of a month, kind and organisation. */
const stateByMonth: Operation<ClaimKey, ClaimState[]> = {
  infno: '3693',
  title: '月结算申请汇总查询',
  input: (key) => ({
    data: {
      clrType: kindOf(key),
      clrYm: compact(key.month),
      clrOptins: key.clrOptins,
      pageNum: '1',
      pageSize: String(pageSize),
    },
  }),
  read: (output) => statesIn(output, 'data'),
}

/** How an area's centre is applied to (domain.md 2.10: in neither edition, so it is the area's own). */
export interface ClaimCalls {
  apply: Operation<Claim, string>
  revoke: Operation<Applied, true>
  /** Applications by their number, or with those of the same month beside them. */
  state: Operation<Applied, ClaimState[]>
  /** The same without a number: an answer that got lost can be made definite. Absent = only a person can find out. */
  find?: Operation<ClaimKey, ClaimState[]>
  /** Our sums are part of the message; else the centre makes its own. */
  summed: boolean
  /** Kind and way are part of the message; else an organisation has one application of a month. */
  kinds: boolean
}

/** The ways of applying that are known, by the name of their first transaction. */
export const claimCalls: Readonly<Record<CentreProfile['claims'], ClaimCalls>> = {
  3203: { apply, revoke, state, summed: true, kinds: true },
  '3203A': { apply: applyShort, revoke: revokeShort, state, summed: true, kinds: false },
  3692: {
    apply: applyUnsummed,
    revoke: revokeUnsummed,
    state: stateByMonth,
    find: stateByMonth,
    summed: false,
    kinds: true,
  },
}

/** Two texts that both say something and not the same. */
const differ = (one: string, other: string) => one !== '' && other !== '' && one !== other

/** A way of clearing as it is compared: '01' and '1' are one. */
const wayOf = (code: string) => code && String(Number(code))

/**
 * The application that a key speaks of among those that a centre answered; revoked ones are gone. Kind, way, organisation
 * and insurance count only where both say them: in an area that names none (ClaimCalls.kinds) our key has none, and what
 * the centre files the application under is its own matter.
 */
export const sameClaim = (key: ClaimKey, states: readonly ClaimState[]): ClaimState | undefined =>
  states.find(
    (one) =>
      one.stage !== 'revoked' &&
      one.month === key.month &&
      !differ(one.clrType, key.clrType) &&
      !differ(wayOf(one.clrWay), wayOf(key.clrWay)) &&
      !differ(one.clrOptins, key.clrOptins) &&
      !differ(one.insutype, key.insutype),
  )
