import type { Call, ResultOf } from '@yibao/shared/call.ts'
import type { fixedFiling } from '@yibao/shared/calls/filing.ts'
import type { ReactNode } from 'react'
import type { Column, Filter, RowOf } from '../kit/index.ts'
import type { PersonRead } from '../persons/read-person.tsx'

/** The calls that every kind of filing has; only their forms differ. */
export type FilingCalls = typeof fixedFiling
export type Row = RowOf<FilingCalls['getPaged']>
export type Filed = ResultOf<FilingCalls['get']>

/** Which register a field searches, and the field that takes the name of what is chosen. */
export interface Searched {
  /** Chronic diseases, diagnoses, the two of 门诊两病, the drugs that the store sells, or the hospitals that the centre knows. */
  kind: '1309' | '1307' | 'twoDiseases' | 'drug' | 'hospital'
  name: string
}

/** What makes a page out of one kind of filing. */
export interface FilingPage {
  tableId: string
  /** Its calls, and their name in the contract for the export. */
  calls: Record<keyof FilingCalls, Call>
  domain: string
  /** What people call it: 慢特病备案. */
  what: string
  /** What a row is about, in questions: the disease, the drug. */
  about: (row: Row) => string
  filters: (string | Filter<never>)[]
  columns: Column<Row>[]
  /** Fields of the form, in order. */
  fields: readonly string[]
  /** Insurances it is filed by, and what is said of a person who has none of them; any of his where absent. */
  insured?: { by: ReadonlySet<string>; none: string }
  /** What a new one holds at first; its person has the insurances it is filed by. */
  initial: (person: PersonRead) => Record<string, unknown>
  /** What is said above the form. */
  intro: string
  /** Fields that search a register. */
  searched?: Record<string, Searched>
  /** Groups of the detail, in order. */
  groups: { title: string; fields: readonly string[]; shown?: (filed: Filed) => boolean }[]
  /** Above the groups of the detail. */
  lead?: (filed: Filed) => ReactNode
  /** Not every area takes such filings: where it does not, the page says why and offers none. */
  asksStanding?: true
}
