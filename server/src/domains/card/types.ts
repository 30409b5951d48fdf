import type { Fen } from '@yibao/shared/money.ts'
import type { Credential, Person } from '../../centre/operations/person.ts'

/** What a reading keeps, sealed, for 10 minutes: the credential and what 1101 answered. */
export interface CardPerson {
  medium: 'eVoucher' | 'socialCard' | 'idCard' | 'socialECard'
  credential: Credential
  person: Person
  /** The number of an identity card was typed: no card was there. */
  typed?: true
  /** ecToken of business type 02122: his prescriptions may be read with it. */
  rxToken?: string
}

/** What the centre counted of a person in a year (5206 with an empty cum_ym), fen; what it did not say is absent. */
export interface YearUse {
  stays?: number
  total?: Fen
  poolFund?: Fen
  largeAmount?: Fen
  civilServant?: Fen
  seriousIllness?: Fen
  account?: Fen
  medicalAid?: Fen
}

/** The same with when it was asked for: `at` ISO, `year` yyyy. */
export interface YearBefore extends YearUse {
  at: string
  year: string
}

/** What the centre must be told of the person; sealed at rest. */
export interface Identity {
  psnNo: string
  credentialType: string
  credentialNo: string
  cardSn?: string
  certificateType: string
  certificateNo: string
  name: string
  personType: string
  insuredArea: string
  /** emp_name of the insurance, for the slip; orders of before have none. */
  employer?: string
  typed?: true
}
