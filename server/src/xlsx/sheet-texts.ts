import { formatDay, formatTime } from '@yibao/shared/time.ts'
import { unzipSync, zipSync } from 'fflate'
import { readSheet } from 'read-excel-file/node'

/** A workbook that cannot be read; its text says why. */
export class UnreadableSheet extends Error {}

const wrong = (text: string): never => {
  throw new UnreadableSheet(text)
}

/** Bytes a sheet may unfold to: a small archive can hold a very large one. */
const unfolded = 150 * 1024 * 1024

/**
 * The parts of a workbook that are read, none longer than the archive's own list says: that list was counted, and whoever
 * reads the archive as it comes would unfold whatever it holds.
 */
const partsOf = (bytes: Uint8Array): Record<string, Uint8Array> => {
  let size = 0
  try {
    return unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (!/\.(xml|rels)$/.test(name)) return false
        size += originalSize
        return size <= unfolded || wrong('内容过大')
      },
    })
  } catch (error) {
    if (error instanceof UnreadableSheet) throw error
    return wrong('不是 .xlsx 文件')
  }
}

/** Rows of a sheet of Excel. */
const mostRows = 1_048_576
/**
 * What lies up to the last cell with something in it: each cell and row is made when it is read, and a file of 2 KB with
 * something in XFD1048576 would be seventeen thousand million. Far more than is ever brought in at once.
 */
const filled = { cells: 3_000_000, rows: 100_000 }

const less = '请删除数据以外的行和列，再保存一次'

// An address in whatever quotes, and the rest of its tag where that ends there: a cell with nothing in it.
const addresses = /(?<![\w:.-])r\s*=\s*(?:"([^"]*)"|'([^']*)')((?:\s+[\w:.-]+\s*=\s*(?:"[^"<>]*"|'[^'<>]*'))*\s*\/>)?/g
const rowTags = /[<:]row[\s/>]/g
const columnOf = (letters: string) => [...letters].reduce((column, one) => column * 26 + one.charCodeAt(0) - 64, 0)

/** Refuses a sheet whose last cell is so far away that what lies before it fills the memory. */
const checkExtent = (part: Uint8Array): void => {
  const text = Buffer.from(part.buffer, part.byteOffset, part.byteLength).toString('latin1')
  if (!text.includes('sheetData')) return
  let tags = 0
  // The reader puts what it has read together again and again: a million empty rows keep it busy for minutes.
  for (const _ of text.matchAll(rowTags)) if (++tags > filled.rows) wrong(`有格式的行超过 ${filled.rows} 行，${less}`)
  let [rows, columns] = [0, 0]
  for (const [, double, single, empty] of text.matchAll(addresses)) {
    const [, letters = '', digits] = /^([A-Z]{0,3})(\d{1,7})$/.exec(double ?? single ?? '') ?? wrong('内容不能识别')
    const row = Number(digits)
    if (row > mostRows) wrong('内容不能识别')
    if (!letters || empty) continue
    rows = Math.max(rows, row)
    columns = Math.max(columns, columnOf(letters))
  }
  if (rows > filled.rows || rows * columns > filled.cells) wrong(`单元格一直到第 ${rows} 行、第 ${columns} 列，${less}`)
}

// Excel's days have no zone; the reader gives them as UTC midnight.
const dateText = (date: Date): string => {
  const wall = new Date(date.getTime() - 8 * 3_600_000)
  const time = formatTime(wall)
  return time.endsWith('00:00:00') ? formatDay(wall) : time
}

/** A cell as a person reads it. */
const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return dateText(value)
  if (typeof value === 'boolean') return value ? '是' : '否'
  // Excel shows and means 15 digits: 0.1 × 3 is kept as 0.30000000000000004.
  if (typeof value === 'number') return String(Number(value.toPrecision(15)))
  return String(value).trim()
}

/** The first sheet of a workbook as rows of texts, the head row first. Throws UnreadableSheet. */
export const sheetTexts = async (bytes: Uint8Array): Promise<string[][]> => {
  const parts = partsOf(bytes)
  for (const part of Object.values(parts)) checkExtent(part)
  const checked = Buffer.from(zipSync(parts, { level: 0 }))
  try {
    return (await readSheet(checked)).map((row) => row.map(textOf))
  } catch {
    return wrong('内容不能识别')
  }
}
