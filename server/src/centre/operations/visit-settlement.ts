import { fenText } from '../decimal.ts'
import { fillRow } from '../fill.ts'
import type { InputContext, Operation } from '../operation.ts'
import { readBooked, readPriced, type Settlement, settle } from './settlement.ts'
import type { Sale } from './settlement-input.ts'
import { credentialFor, identityFor } from './visit.ts'

/** What is settled of a visit: its uploaded batch. */
interface VisitSale {
  sale: Sale
  mdtrtId: string
  /** chrg_bchno */
  batch: string
}

/** fen, as 2206 answered them. */
type Totals = Pick<Settlement, 'fullySelfPaid' | 'overLimit' | 'firstSelfPay' | 'inScope'>

// psn_setlway 按项目结算: what a pharmacy sells is paid line by line.
const BY_ITEM = '01'

const rowOf = (infno: '2206' | '2207', { sale, mdtrtId, batch }: VisitSale, context: InputContext) => ({
  psn_no: sale.psnNo,
  ...credentialFor(sale),
  ...identityFor(infno, sale, context),
  med_type: sale.medicalType,
  medfee_sumamt: fenText(sale.total),
  psn_setlway: BY_ITEM,
  mdtrt_id: mdtrtId,
  chrg_bchno: batch,
  insutype: sale.insurance,
  acct_used_flag: sale.useAccount ? '1' : '0',
})

/** 2206 门诊预结算: what 2207 would book. Its lines were split by 2204. */
export const presettleVisit: Operation<VisitSale, Settlement> = {
  infno: '2206',
  title: '门诊预结算',
  input: (asked, context) => ({
    data: fillRow(context.profile.edition, '2206', 'data', rowOf('2206', asked, context)),
  }),
  read: readPriced,
}

/** 2207 门诊结算: books. It repeats what 2206 made of the lines. */
export const settleVisit: Operation<VisitSale & { totals: Totals }, Settlement> = {
  infno: '2207',
  title: '门诊结算',
  input: ({ totals, ...asked }, context) => ({
    data: fillRow(context.profile.edition, '2207', 'data', {
      ...rowOf('2207', asked, context),
      invono: asked.sale.invoiceNo,
      fulamt_ownpay_amt: fenText(totals.fullySelfPaid),
      overlmt_selfpay: fenText(totals.overLimit),
      preselfpay_amt: fenText(totals.firstSelfPay),
      inscp_scp_amt: fenText(totals.inScope),
    }),
  }),
  read: readBooked,
}

/** The operation of a settlement's message, for its answer. */
export const settlementOf = (infno: string): Operation<never, Settlement> => (infno === '2207' ? settleVisit : settle)
