import { columnsOf, dataRows } from './standard.ts'
import { linesOf, piecesOf } from './zip.ts'

const titles = new Map(
  [...dataRows('transactions.tsv'), ...dataRows('local-transactions.tsv')].map(([infno, name]) => [infno!, name!]),
)

/** The Chinese name of a transaction; its number where neither an edition nor a local addition names it. */
export const transactionTitle = (infno: string): string => titles.get(infno) ?? infno

/** Transactions that answer a file of the rows newer than a version (domain.md 2.8). */
export const fileTransactions = [
  '1301',
  '1302',
  '1303',
  '1305',
  '1306',
  '1307',
  '1308',
  '1309',
  '1310',
  '1311',
  '1313',
  '1314',
  '1315',
] as const
/** Transactions that answer pages of the rows changed after a day. */
const pageTransactions = ['1304', '1312', '1316', '1317', '1318', '1319'] as const

export type FileTransaction = (typeof fileTransactions)[number]
export type PageTransaction = (typeof pageTransactions)[number]

const layouts = new Map<string, readonly string[]>()

/** The columns of a catalogue file in their order: the field's name, or its Chinese one where the standard gives no other. */
export const layoutOf = (infno: string): readonly string[] => {
  const known = layouts.get(infno)
  if (known) return known
  // The orders are the same in both editions.
  const layout = columnsOf('JX', infno, 'downloaded file').map(({ name, title }) => name || title)
  layouts.set(infno, layout)
  return layout
}

/** Place of a column in a catalogue file, from 0. Throws RangeError for a column that the standard does not have. */
export const placeOf = (infno: string, column: string): number => {
  const place = layoutOf(infno).indexOf(column)
  if (place < 0) throw new RangeError(`${infno} has no column ${column}`)
  return place
}

/** Lines of a downloaded catalogue, one by one while it is unpacked. Throws Error on a broken ZIP. */
export const catalogueLines = (content: Uint8Array): Generator<string> => linesOf(piecesOf(content))

/** The greater of two versions: F001_20210101_A and its like sort as texts, "0" is before all. */
export const laterVersion = (one: string, other: string): string => (one > other ? one : other)
