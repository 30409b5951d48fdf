import { fillRow } from '../fill.ts'
import type { Operation } from '../operation.ts'
import { readOne } from '../reader.ts'
import { negated } from './money.ts'
import { readSettlement, type Settlement } from './settlement.ts'

/** 2103 药店结算撤销, of a whole settlement. The result's setlId is the reversal's own, its amounts are negative. */
export const reverse: Operation<{ setlId: string; mdtrtId: string; psnNo: string }, Settlement> = {
  infno: '2103',
  title: '药店结算撤销',
  input: ({ setlId, mdtrtId, psnNo }, { profile }) => ({
    data: fillRow(profile.edition, '2103', 'data', { setl_id: setlId, mdtrt_id: mdtrtId, psn_no: psnNo }),
  }),
  read: (output, profile) => {
    const row = readOne(output, 'setlinfo')
    return row?.maybe('setl_id') ? negated(readSettlement(row, output, profile)) : undefined
  },
}

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
