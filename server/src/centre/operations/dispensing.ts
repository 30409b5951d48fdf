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

/** drug_trac_codg holds 500 characters: whole codes of them. */
const codesOf = (codes: readonly string[]): string => {
  let text = ''
  for (const code of codes) if (text.length + code.length < 500) text += text ? `,${code}` : code
  return text
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
    druginfo: one.drugs.map((drug) =>
      fillRow(profile.edition, '7206', 'druginfo', {
        ...{ med_list_codg: drug.nationalCode, fixmedins_hilist_id: drug.ownCode, fixmedins_hilist_name: drug.name },
        ...{ drug_spec: drug.spec, prdr_name: drug.producer, manu_lotnum: drug.lot, manu_date: drug.madeOn },
        ...{ expy_end: drug.expiresOn, rx_flag: flag(drug.prescription), trdn_flag: flag(drug.broken) },
        ...{ finl_trns_pric: formatScaled(drug.price, 6), sel_retn_cnt: formatScaled(drug.quantity, 4) },
        ...{ drug_cnt_unit: drug.unit, sumamt: fenText(drug.amount), drug_trac_codg: codesOf(drug.traceCodes) },
      }),
    ),
  }),
  read: () => true,
}
