import type { split } from '@yibao/shared/entities/settlement.ts'
import type { Fen } from '@yibao/shared/money.ts'
import type * as z from 'zod/mini'
import type { YearUse } from '../../card/types.ts'

export type SlipKind = 'settlement' | 'reversal' | 'presettlement'
export type SlipLayout = '58' | '80' | 'a5' | '241' | 'a4'

type SplitText = z.infer<typeof split>

/**
 * The split in fen, under the names of the wire's split. Amounts are those of the settlement: a reversal gets the
 * same positive figures and the slip prints them with a minus (domain.md 4.2 I8).
 */
export type SlipSplit = Record<Exclude<keyof SplitText, 'poolRatio' | 'hospitalPart'>, Fen> & {
  hospitalPart?: Fen
  /** '0.7000' = 70 %. */
  poolRatio: string
}

interface SlipIds {
  /** The settlement at the centre; on a reversal the original one. Absent before a settlement exists. */
  setlId?: string
  /** setl_id that 2103 answered. */
  reversalId?: string
  mdtrtId?: string
  erpBill?: string
  /** Last 8 characters of the msgid. */
  msgidTail?: string
  cashier: string
  /** Times are 'YYYY-MM-DD HH:mm:ss' in Asia/Shanghai. */
  settledAt?: string
  reversedAt?: string
  printedAt: string
}

/** Names of dictionary values, masked as the area wants them: the slip prints what it is given. */
interface SlipPerson {
  name: string
  gender?: string
  age?: number
  certNo?: string
  insuranceName?: string
  personTypeName?: string
  insuredArea?: string
  medicalTypeName: string
  /** Chronic disease of the visit: on A4 it chooses the outpatient form. */
  diseaseName?: string
  psnNo?: string
  employer?: string
  civilServant?: boolean
}

interface SlipPrescription {
  number: string
  hospital: string
  doctor: string
  pharmacist?: string
}

export interface SlipLine {
  name: string
  spec?: string
  producer?: string
  lot?: string
  unit?: string
  /** Up to 4 decimals, positive. */
  quantity: string
  /** Up to 6 decimals. */
  price: string
  amount: Fen
  /** 甲, 乙 or 丙. */
  itemClass?: string
  /** '0.1000' = 10 %. */
  selfPayRatio?: string
  /** Name of med_chrgitm_type, e.g. 西药费: the A4 forms group by it. */
  feeClass: string
}

/** Everything a slip prints (ux.md 6, domain.md 9.1). An absent field is left out of the paper. */
export interface SlipModel {
  kind: SlipKind
  /** Area text of the title, e.g. 苏州市. */
  areaText: string
  /** 0 for the first print, n for 补打 n. */
  reprint: number
  /** One copy per label (参保人联, 药店联); empty = one copy without a label. */
  copies: readonly string[]
  fixmedinsName: string
  fixmedinsCode: string
  ids: SlipIds
  person: SlipPerson
  prescription?: SlipPrescription
  lines: readonly SlipLine[]
  split: SlipSplit
  /** Account before what the slip is about: the purchase form prints it. */
  balanceBefore?: Fen
  /** On a reversal the account after it, which is not the settlement's own; absent = nobody told. */
  balanceReversed?: Fen
  /** The outpatient form prints it. */
  yearBefore?: YearUse
  foot: { phone?: string; note?: string }
}
