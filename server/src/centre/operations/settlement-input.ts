import { dateTimeText } from '../china-time.ts'
import { fenText, formatScaled } from '../decimal.ts'
import { fillRow } from '../fill.ts'
import type { InputContext } from '../operation.ts'
import type { Credential } from './person.ts'

/** One line of the basket. */
interface SaleLine {
  /** feedetl_sn: digits, not 0; number the lines 1, 2, 3 … */
  sn: string
  /** med_list_codg, national code */
  nationalCode: string
  /** medins_list_codg, the shop's own code */
  itemCode: string
  /** cnt × 10 000 */
  quantity: bigint
  /** pric in yuan × 1 000 000 */
  price: bigint
  /** det_item_fee_sumamt, fen */
  amount: number
  /** rx_circ_flag: filled on an outside prescription */
  outsidePrescription: boolean
  /** rxno */
  prescriptionNo?: string
  /** fee_ocur_time; absent = the time of the purchase */
  at?: Date
  /** sin_dos_dscr, used_frqu_dscr, medc_way_dscr */
  dose?: string
  frequency?: string
  route?: string
  /** prd_days × 100 */
  days?: bigint
  /** bilg_dr_codg, bilg_dr_name */
  doctor?: { code: string; name: string }
  /** tcmdrug_used_way: 1 compound, 2 single */
  herbsUse?: string
  /** drugtracinfo, where the area's centre takes it: one code a pack */
  traceCodes?: readonly string[]
}

/** What 2101 and 2102 are asked. Identity as 1101 answered it, unchanged. */
export interface Sale {
  psnNo: string
  credential: Credential
  /** psn_cert_type, certno, psn_type, psn_name */
  identity: { certificateType: string; certificateNo: string; personType: string; name: string }
  /** begntime */
  at: Date
  /** medfee_sumamt, fen: the sum of the lines */
  total: number
  /** insutype */
  insurance: string
  /** med_type */
  medicalType: string
  /** acct_used_flag */
  useAccount: boolean
  /** dise_codg, dise_name */
  disease?: { code: string; name: string }
  /** invono, 2102 only */
  invoiceNo?: string
  lines: SaleLine[]
}

/** The fields that a line has in 2101, 2102 and 2204 alike. */
export const lineOf = (line: SaleLine, sale: Sale): Record<string, string | undefined> => ({
  feedetl_sn: line.sn,
  rxno: line.prescriptionNo,
  rx_circ_flag: line.outsidePrescription ? '1' : '0',
  fee_ocur_time: dateTimeText(line.at ?? sale.at),
  med_list_codg: line.nationalCode,
  medins_list_codg: line.itemCode,
  det_item_fee_sumamt: fenText(line.amount),
  cnt: formatScaled(line.quantity, 4),
  pric: formatScaled(line.price, 6),
  sin_dos_dscr: line.dose,
  used_frqu_dscr: line.frequency,
  prd_days: line.days === undefined ? undefined : formatScaled(line.days, 2),
  medc_way_dscr: line.route,
  bilg_dr_codg: line.doctor?.code,
  bilg_dr_name: line.doctor?.name,
  tcmdrug_used_way: line.herbsUse,
})

/**
 * The nodes druginfo and drugdetail (domain.md 2.5). Throws RangeError when the lines do not sum up to the total: the
 * centre would refuse it, and a caller that lets it happen is wrong.
 */
export const saleInput = (infno: '2101' | '2102', sale: Sale, { profile, outOfArea }: InputContext) => {
  const sum = sale.lines.reduce((total, line) => total + line.amount, 0)
  if (sum !== sale.total) throw new RangeError(`lines sum up to ${sum} fen, total is ${sale.total} fen`)
  const { edition, identityInSettle, traceInSettle } = profile
  const identity = identityInSettle === 'always' || outOfArea ? sale.identity : undefined
  return {
    druginfo: fillRow(edition, infno, 'druginfo', {
      psn_no: sale.psnNo,
      mdtrt_cert_type: sale.credential.type,
      mdtrt_cert_no: sale.credential.no,
      card_sn: sale.credential.cardSerial,
      psn_cert_type: identity?.certificateType,
      certno: identity?.certificateNo,
      psn_type: identity?.personType,
      psn_name: identity?.name,
      begntime: dateTimeText(sale.at),
      medfee_sumamt: fenText(sale.total),
      ...(infno === '2102' ? { invono: sale.invoiceNo } : {}),
      insutype: sale.insurance,
      dise_codg: sale.disease?.code,
      dise_name: sale.disease?.name,
      acct_used_flag: sale.useAccount ? '1' : '0',
      med_type: sale.medicalType,
    }),
    drugdetail: sale.lines.map((line) => ({
      ...fillRow(edition, infno, 'drugdetail', lineOf(line, sale)),
      ...(traceInSettle && { drugtracinfo: (line.traceCodes ?? []).map((code) => ({ drug_trac_codg: code })) }),
    })),
  }
}
