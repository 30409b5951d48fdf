import { Zip } from 'fflate'
import { addEntry } from './entry.ts'
import { letters, packageParts, sheetHead, sheetTail, xml } from './parts.ts'

/** A cell: text, a number (already in its decimal form), an amount shown with two decimals, or nothing. */
export type Cell = string | { number: string } | { amount: string } | undefined

export interface Column {
  title: string
  /** Characters. */
  width: number
}

interface Sheet {
  name: string
  columns: readonly Column[]
  /** Rows in batches; each cell by the column's place. */
  rows: AsyncIterable<Cell[][]> | Iterable<Cell[][]>
}

/** A sheet of Excel holds 1 048 576 rows, one of them the head. */
const mostRows = 1_048_575

/** Rows turned into text at once: larger pieces outlive the young heap and make it grow. */
const slice = 100

/** Characters of a cell: Excel repairs a workbook that has more in one, and loses them. */
export const mostText = 32_767

/** A text that fits; one that does not says so at its end. */
const fitting = (text: string): string => {
  if (text.length <= mostText) return text
  const said = `…（已截断，共 ${text.length} 字）`
  return text.slice(0, mostText - said.length) + said
}

const textCell = (value: string, place: string): string =>
  `<c r="${place}" s="3" t="inlineStr"><is><t xml:space="preserve">${xml(fitting(value))}</t></is></c>`

const decimal = /^-?\d+(?:\.\d+)?$/

const cell = (value: Cell, place: string): string => {
  if (value === undefined || value === '') return ''
  if (typeof value === 'string') return textCell(value, place)
  const number = 'amount' in value ? value.amount : value.number
  // What should be a number and is none is told as it stands: as a number it would make all of the workbook unreadable.
  if (!decimal.test(number)) return textCell(number, place)
  return `<c r="${place}"${'amount' in value ? ' s="2"' : ''}><v>${number}</v></c>`
}

const headRow = (columns: readonly Column[], names: readonly string[]) =>
  `<row r="1">${columns
    .map(({ title }, i) => `<c r="${names[i]}1" s="1" t="inlineStr"><is><t>${xml(title)}</t></is></c>`)
    .join('')}</row>`

/** Names of Excel's sheets: 31 characters without []:*?/\ at most. */
const sheetName = (name: string, part: number): string => {
  const suffix = part > 1 ? ` (${part})` : ''
  return ([...name.replace(/[[\]:*?/\\]/g, ' ')].slice(0, 31 - suffix.length).join('') || 'Sheet') + suffix
}

/**
 * Writes a workbook while its rows arrive: every batch is compressed and handed on, so its size costs no memory and the
 * first bytes leave before the second batch is read (console.md 4.8). A sheet that is full goes on in another one.
 */
export async function* writeXlsx(sheets: readonly Sheet[], most = mostRows): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = []
  let fault: Error | undefined
  const zip = new Zip((error, bytes) => {
    if (error) fault = error
    else ready.push(bytes)
  })
  const take = (): Uint8Array[] => {
    if (fault) throw fault
    return ready.splice(0)
  }
  const names: string[] = []
  for (const { name, columns, rows } of sheets) {
    const places = columns.map((_, i) => letters(i))
    const widths = columns.map(({ width }) => width)
    let part = 0
    let count = 0
    const open = async () => {
      names.push(sheetName(name, ++part))
      count = 0
      const entry = addEntry(zip, `xl/worksheets/sheet${names.length}.xml`)
      await entry.write(sheetHead(widths) + headRow(columns, places))
      return entry
    }
    let sheet = await open()
    for await (const batch of rows) {
      for (let from = 0; from < batch.length; ) {
        if (count === most) {
          await sheet.write(sheetTail)
          await sheet.end()
          sheet = await open()
        }
        const some = batch.slice(from, from + Math.min(slice, most - count))
        await sheet.write(
          some
            .map((row, i) => {
              const number = count + i + 2
              return `<row r="${number}">${row.map((value, j) => cell(value, `${places[j]}${number}`)).join('')}</row>`
            })
            .join(''),
        )
        count += some.length
        from += some.length
      }
      yield* take()
    }
    await sheet.write(sheetTail)
    await sheet.end()
  }
  for (const [path, content] of packageParts(names)) {
    const part = addEntry(zip, path)
    await part.write(content)
    await part.end()
  }
  zip.end()
  yield* take()
}

/** A small workbook at once: templates and sheets of errors. */
export const xlsxBytes = async (sheets: readonly Sheet[]): Promise<Uint8Array> => {
  const parts: Uint8Array[] = []
  for await (const part of writeXlsx(sheets)) parts.push(part)
  return Buffer.concat(parts)
}
