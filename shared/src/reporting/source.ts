import type { Schema } from '../field.ts'

/** What a field may be besides a column: rows come together by it, it is added up, rows are chosen by it. */
type FieldUse = 'group' | 'sum' | 'filter'

/** A field of a data source: title and kind are its schema's. */
export interface SourceField {
  schema: Schema
  uses: readonly FieldUse[]
  /** px of its column unless the report says so. */
  width: number
  /** Rows are chosen by it, and it is never shown: an id. */
  hidden?: true
}

/** What an administrator makes reports of (domain.md 8.12): fixed data, never text from a definition. */
export interface ReportSource {
  title: string
  /** What a row is, for who defines a report. */
  about: string
  /** What the period is of. */
  period: string
  /** Days of all stores that are listed row by row at once; more are read when they are grouped, or of one store. */
  rowDays?: number
  fields: Readonly<Record<string, SourceField>>
}

/** A field of a source, and what it may be. */
export const shown = (schema: Schema, width: number, ...uses: FieldUse[]): SourceField => ({ schema, width, uses })

/** Rows are chosen by it; it is no column. */
export const onlyFilter = (schema: Schema): SourceField => ({ schema, width: 0, uses: ['filter'], hidden: true })
