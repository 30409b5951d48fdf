import { lineAmount, unscaled } from '@yibao/shared/money.ts'
import { dateTimeText } from '../china-time.ts'
import { fenText, formatScaled } from '../decimal.ts'
import { fillRow } from '../fill.ts'
import { fundSum } from '../fund-sum.ts'
import type { Operation } from '../operation.ts'

/** What was handed out of one line. Days are yyyy-MM-dd, what is not known is ''. */
export interface DispensedDrug {
  nationalCode: string
  ownCode: string
  name: string
  spec: string
  producer: string
  lot: string
  madeOn: string
  expiresOn: string
  prescription: boolean
  /** trdn_flag: less than whole packs. */
  broken: boolean
  /** In millionths and ten-thousandths. */
  price: bigint
  quantity: bigint
  unit: string
  /** fen */
  amount: number
  traceCodes: readonly string[]
}

/** What one settlement handed out on a prescription, or took back; fen. */
export interface Dispensing {
  number: string
  downloadCode: string
  back: boolean
  reviewer: { code: string; name: string }
  /** dspeer_name and pro_name: who fetched it, who checked it and handed it out. */
  dispenser: string
  checker: string
  /** hi_feesetl_type: 1 insured here, 2 insured elsewhere. */
  elsewhere: boolean
  setlId: string
  settledAt: Date
  at: Date
  total: number
  fund: number
  personPart: number
  account: number
  cash: number
  drugs: readonly DispensedDrug[]
}

/** pay_mode: 1 own money only, 2 insurance only, 3 both. */
const payMode = ({ total, cash }: Dispensing): string => (cash >= total && total > 0 ? '1' : cash > 0 ? '3' : '2')

const flag = (value: boolean) => (value ? '1' : '0')

/** Characters of drug_trac_codg. */
const codesHold = 500
const pack = 10_000n

/** Codes as rows can hold them, separated by commas: whole ones. */
const byRows = (codes: readonly string[]): string[][] => {
  const rows: string[][] = [[]]
  for (const code of codes) {
    const last = rows.at(-1)!
    if (last.length && [...last, code].join().length > codesHold) rows.push([code])
    else last.push(code)
  }
  return rows
}

/** A drug in as many rows as its codes need, each with the packs that its codes are of; what has no code is in the last. */
const rowsOf = (drug: DispensedDrug): DispensedDrug[] => {
  const rows: DispensedDrug[] = []
  let { quantity, amount } = drug
  const chunks = byRows(drug.traceCodes)
  for (const traceCodes of chunks.slice(0, -1)) {
    const packs = BigInt(traceCodes.length) * pack
    // Codes beyond the packs are of packs that stay on the shelf.
    if (packs >= quantity) return [...rows, { ...drug, quantity, amount, traceCodes }]
    const part = lineAmount(unscaled(drug.price, 6), unscaled(packs, 4))
    rows.push({ ...drug, broken: false, quantity: packs, amount: part, traceCodes })
    quantity -= packs
    amount -= part
  }
  return [...rows, { ...drug, quantity, amount, traceCodes: chunks.at(-1)! }]
}

/** 7206 取药信息上传: what a settlement handed out on a prescription; the same with sel_retn_type 2 when it came back. */
export const tellDispensing: Operation<Dispensing, true> = {
  infno: '7206',
  title: '取药信息上传',
  input: (one, { profile }) => ({
    data: fillRow(profile.edition, '7206', 'data', {
      ...{ hi_rxno: one.number, download_ide_code: one.downloadCode, sel_retn_type: one.back ? '2' : '1' },
      ...{ phar_code: one.reviewer.code, phar_name: one.reviewer.name },
      ...{ dspeer_name: one.dispenser, pro_name: one.checker, hi_feesetl_type: one.elsewhere ? '2' : '1' },
      ...{ setl_id: one.setlId, setl_time: dateTimeText(one.settledAt), sel_retn_time: dateTimeText(one.at) },
      ...{ pay_mode: payMode(one), medfee_sumamt: fenText(one.total) },
      fund_pay_sumamt: fenText(fundSum(profile, one.fund, one.account)),
      ...{ psn_part_amt: fenText(one.personPart), acct_pay: fenText(one.account), psn_cash_pay: fenText(one.cash) },
    }),
    druginfo: one.drugs.flatMap(rowsOf).map((drug) =>
      fillRow(profile.edition, '7206', 'druginfo', {
        ...{ med_list_codg: drug.nationalCode, fixmedins_hilist_id: drug.ownCode, fixmedins_hilist_name: drug.name },
        ...{ drug_spec: drug.spec, prdr_name: drug.producer, manu_lotnum: drug.lot, manu_date: drug.madeOn },
        ...{ expy_end: drug.expiresOn, rx_flag: flag(drug.prescription), trdn_flag: flag(drug.broken) },
        ...{ finl_trns_pric: formatScaled(drug.price, 6), sel_retn_cnt: formatScaled(drug.quantity, 4) },
        ...{ drug_cnt_unit: drug.unit, sumamt: fenText(drug.amount), drug_trac_codg: drug.traceCodes.join() },
      }),
    ),
  }),
  read: () => true,
}
