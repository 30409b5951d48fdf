import { fillRow } from '../fill.ts'
import type { Operation } from '../operation.ts'
import { negated } from './money.ts'
import { readBooked, type Settlement } from './settlement.ts'

type Reversal = Operation<{ setlId: string; mdtrtId: string; psnNo: string }, Settlement>

const reversalBy = (infno: '2103' | '2208', title: string): Reversal => ({
  infno,
  title,
  input: ({ setlId, mdtrtId, psnNo }, { profile }) => ({
    data: fillRow(profile.edition, infno, 'data', { setl_id: setlId, mdtrt_id: mdtrtId, psn_no: psnNo }),
  }),
  read: (output, profile) => {
    const booked = readBooked(output, profile)
    return booked && negated(booked)
  },
})

/** 2103 药店结算撤销, of a whole settlement. The result's setlId is the reversal's own, its amounts are negative. */
export const reverse = reversalBy('2103', '药店结算撤销')

/** 2208 门诊结算撤销: the same of what 2207 booked. */
export const reverseVisit = reversalBy('2208', '门诊结算撤销')

/** The transactions that 2601 can undo (domain.md 2.6). */
export type Undoable = '2102' | '2103' | '2207' | '2208' | '2304' | '2305' | '2401'

/** 2601 冲正交易 of a message whose fate is unknown: infcode 0 is the whole answer. */
export const undo: Operation<{ psnNo: string; omsgid: string; oinfno: Undoable }, Record<never, never>> = {
  infno: '2601',
  title: '冲正交易',
  input: ({ psnNo, omsgid, oinfno }, { profile }) => ({
    data: fillRow(profile.edition, '2601', 'data', { psn_no: psnNo, omsgid, oinfno }),
  }),
  read: () => ({}),
}
