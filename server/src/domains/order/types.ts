import type { Fen } from '@yibao/shared/money.ts'
import type { FundPart } from '../../centre/operations/money.ts'
import type { YearBefore } from '../card/types.ts'

export type OrderState =
  | 'drafted'
  | 'presettled'
  | 'settling'
  | 'settled'
  | 'reversing'
  | 'reversed'
  | 'unknown'
  | 'voided'

export type OrderFlag = 'amount' | 'lateBooking' | 'erpMissing' | 'duplicate' | 'reversedHere'

/** What may be shown of the person. */
export interface PersonSnapshot {
  name?: string
  gender?: string
  age?: number
  maskedCertNo: string
  personTypeName: string
  insuredAreaName: string
  /** insuplc_admdvs; orders of before have its name only. */
  insuredArea?: string
  /** psn_type, for the slip and the message. */
  personType?: string
  /** cvlserv_flag of the insurance he buys on, for the form; orders of before do not say. */
  civilServant?: boolean
  /** Of who buys for a disease, where the centre had said it by then: year-before.ts says whether it stands before this. */
  yearBefore?: YearBefore
}

export interface StoredBasket {
  readId?: string
  diseaseCode?: string
  diseaseName?: string
  accountUsed: boolean
  /** `id` and `goods` of one that the store keeps (outsidePrescription). */
  prescription?: {
    id?: string
    number: string
    hospital: string
    doctor: string
    goods?: { ownCode: string; limit: string }[]
  }
  /** It was downloaded from the centre: every line is on it, prescription drug or not (domain.md 7.2). */
  circulated?: boolean
  pharmacistCode?: string
  pharmacistName?: string
  /** The reviewer of its prescription in the store's register, who need have no code. */
  pharmacistId?: string
  /** Of its 中药饮片, where it has some: tcmdrug_used_way, and how many doses they make where somebody said it. */
  herbs?: { use: '1' | '2'; doses?: number }
  erpTotal?: Fen
  erpRevision?: number
  /**
   * The person's newest purchases that the rules knew of, and the day (yyyy-MM-dd) when they judged; absent where none of
   * them asks what was bought before.
   */
  judged?: { day: string; orders: string[] }
  /** When the database's life began in which it was priced, ms (order/priced-before.ts). */
  era?: number
  /** The settlement of which these lines are what the customer keeps (ux 1.4). */
  replaces?: string
  /** orderNo of the order that stands: this settlement is one that the centre has beside its own. */
  duplicateOf?: string
  /** It only looks so (settlement/duplicates.ts). */
  suspected?: boolean
}

/** How a drug is to be taken, as far as its prescription or the ERP says. */
export interface Dosage {
  dose?: string
  frequency?: string
  way?: string
  days?: number
}

export interface Line {
  no: number
  ownCode: string
  nationalCode: string
  name: string
  spec: string
  producer: string
  unit: string
  /** Wire texts: price 6, quantity 4 decimals. */
  quantity: string
  price: string
  amount: Fen
  prescription: boolean
  traceCodes: string[]
  /** Of the packs, where the ERP's bill says it; days are yyyy-MM-dd. */
  lot?: string
  madeOn?: string
  expiresOn?: string
  dosage?: Dosage
  mapped: boolean
  /** The store had not told its centre the code. */
  unreported?: boolean
  itemClass?: string
  /** med_chrgitm_type, for the official form. */
  feeClass?: string
  selfPayRatio?: string
  inScope?: Fen
  /** pric_uplmt_amt, 6 decimals; absent where the centre has none, and on lines booked before it was kept. */
  priceLimit?: string
}

/** All slots of a split, in fen (domain.md 4.2). */
export interface StoredSplit {
  total: Fen
  fullySelfPaid: Fen
  overLimit: Fen
  firstSelfPay: Fen
  inScope: Fen
  deductible: Fen
  poolFund: Fen
  poolRatio: string
  civilServant: Fen
  enterprise: Fen
  seriousIllness: Fen
  largeAmount: Fen
  medicalAid: Fen
  otherFund: Fen
  fundTotal: Fen
  personPart: Fen
  /** hosp_part_amt; absent where the centre said nothing of it, as 2102 does not, and on orders of before. */
  hospitalPart?: Fen
  account: Fen
  familyAccount: Fen
  cash: Fen
  balance: Fen
  /** setldetail: what each fund paid, by the centre's own codes; absent where it said nothing of it, and on older orders. */
  funds?: FundPart[]
}
