import { formatDay, formatTime } from '@yibao/shared/time.ts'
import { unzipSync, zipSync } from 'fflate'
import { readSheet as readFirst } from 'read-excel-file/node'
import { Refusal, refuse } from '../call/refuse.ts'

/** Bytes a sheet may unfold to: a small archive can hold a very large one. */
const unfolded = 150 * 1024 * 1024

/**
 * Cells before the last one that a sheet names, empty ones included: each of them is made when it is read, so a file of 2 KB
 * with something in XFD1048576 would be seventeen thousand million. A full sheet of the allowed bytes has fewer.
 */
const mostCells = 8_000_000

const wrong = (text: string): never => refuse('upload.sheet', { text })

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
    if (error instanceof Refusal) throw error
    return wrong('不是 .xlsx 文件')
  }
}

/** Addresses of rows and cells, in whatever quotes. */
const addresses = /(?<![\w:.-])r\s*=\s*(?:"([^"]*)"|'([^']*)')/g
const columnOf = (letters: string) => [...letters].reduce((column, one) => column * 26 + one.charCodeAt(0) - 64, 0)

/** Refuses a sheet whose last cell is so far away that what lies before it fills the memory. */
const checkExtent = (part: Uint8Array): void => {
  const text = Buffer.from(part.buffer, part.byteOffset, part.byteLength).toString('latin1')
  if (!text.includes('sheetData')) return
  let [rows, columns] = [0, 0]
  for (const [, double, single] of text.matchAll(addresses)) {
    const [, letters, row] = /^([A-Z]{0,3})(\d{1,7})$/.exec(double ?? single ?? '') ?? wrong('内容不能识别')
    rows = Math.max(rows, Number(row))
    columns = Math.max(columns, columnOf(letters!))
  }
  if (rows * Math.max(columns, 1) > mostCells)
    wrong(`单元格一直到第 ${rows} 行、第 ${columns} 列，请删除数据以外的行和列，再保存一次`)
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

/** The first sheet of a workbook as rows of texts, the head row first; refuses what is no workbook. */
export const readSheet = async (bytes: Uint8Array): Promise<string[][]> => {
  const parts = partsOf(bytes)
  for (const part of Object.values(parts)) checkExtent(part)
  const checked = Buffer.from(zipSync(parts, { level: 0 }))
  try {
    return (await readFirst(checked)).map((row) => row.map(textOf))
  } catch {
    return wrong('内容不能识别')
  }
}
