import { type FileTransaction, type PageTransaction, transactionTitle } from '../catalogue.ts'
import { fillRow } from '../fill.ts'
import { plainKeys, rowsIn } from '../names.ts'
import type { Operation } from '../operation.ts'
import type { CentreProfile } from '../profile.ts'
import { readerOf } from '../reader.ts'
import { fieldsOf } from '../standard.ts'
import { rowsOfTable, unnamedRows } from '../unnamed-rows.ts'
import type { FileDownload } from './file.ts'

/** Where the rows newer than a version can be fetched with 9102. */
interface CatalogueTicket {
  /** '' when nothing is newer */
  fileQuryNo: string
  filename: string
  downloadUntil?: string
  /** data_cnt: rows in the file; undefined where the centre does not say, for the tables do not demand it. */
  count: number | undefined
}

/** Nothing is newer: the centre names no file, or says that it has no rows. */
export const isNoneNewer = ({ fileQuryNo, count }: Pick<CatalogueTicket, 'fileQuryNo' | 'count'>): boolean =>
  !fileQuryNo || count === 0

/** 1301-1315 目录下载: asks for the file of the rows newer than `version`; '0' asks for all (domain.md 2.8). */
export const askCatalogue = (infno: FileTransaction): Operation<{ version: string }, CatalogueTicket> => ({
  infno,
  title: transactionTitle(infno),
  input: ({ version }, { profile }) => ({ data: fillRow(profile.edition, infno, 'data', { ver: version || '0' }) }),
  read: (output, { edition }) => {
    const [found] = rowsIn(unnamedRows(output, fieldsOf(edition, infno, 'out')))
    if (!found) return undefined
    const row = readerOf(found)
    const said = Number(row.maybe('data_cnt') ?? Number.NaN)
    const count = Number.isInteger(said) && said >= 0 ? said : undefined
    const fileQuryNo = row.text('file_qury_no')
    // Rows that cannot be fetched are no answer, and neither is one that speaks of neither file nor rows.
    if (!fileQuryNo && count !== 0 && (count || !('file_qury_no' in plainKeys(found)))) return undefined
    return { fileQuryNo, filename: row.text('filename'), downloadUntil: row.maybe('dld_end_time'), count }
  },
})

/** What 9102 takes for a catalogue file: the constant plc, and plc or the asked version as institution (domain.md 2.9). */
export const catalogueDownload = (
  { catalogueFileCode }: Pick<CentreProfile, 'catalogueFileCode'>,
  { fileQuryNo, version }: { fileQuryNo: string; version: string },
): FileDownload => ({
  fileQuryNo,
  filename: 'plc',
  fixmedinsCode: catalogueFileCode === 'plc' ? 'plc' : version || '0',
})

interface PageQuery {
  /** updt_time: rows changed after this day, yyyy-MM-dd. */
  since: string
  /** From 1. */
  page: number
  size: number
  /** Other fields of the query, by name. */
  filters?: Record<string, string>
}

/** 1304, 1312, 1316-1319: one page of the rows changed after a day, by the names of their fields. */
export const queryCatalogue = (infno: PageTransaction): Operation<PageQuery, Record<string, string>[]> => ({
  infno,
  title: transactionTitle(infno),
  input: ({ since, page, size, filters }, { profile }) => ({
    data: fillRow(profile.edition, infno, 'data', {
      ...filters,
      updt_time: since,
      page_num: String(page),
      page_size: String(size),
    }),
  }),
  read: (output, { edition }) => {
    const fields = fieldsOf(edition, infno, 'out')
    return rowsOfTable(output, fields)?.map((row) => {
      const reader = readerOf(row)
      return Object.fromEntries(fields.map(({ name }) => [name, reader.text(name)]))
    })
  },
})
