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

// Names and attributes may have prefixes, which the reader leaves out.
const tags = /<(?:[\w.-]*:)?(row|c)(?=[\s/>])/g
const attributes = /^(?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*\s*\/?$/
const addresses = /\s(?!xmlns:r\b)(?:[\w:.-]*:)?r\s*=\s*(?:"([^"]*)"|'([^']*)')/g
/** Characters of a row's or a cell's tag: programs write a tenth of it. */
const longestTag = 4096
const places = { row: /^()(\d{1,7})$/, c: /^([A-Z]{1,3})(\d{1,7})$/ } as const
const columnOf = (letters: string) => [...letters].reduce((column, one) => column * 26 + one.charCodeAt(0) - 64, 0)

/**
 * The tags of a sheet's rows and cells, each without its name and its `>`. Each ends at the first one: no value of theirs has
 * any, and where one had, or were left open, the reader would see other cells than are counted here, or read it again and
 * again for its end.
 */
function* tagsOf(text: string): Generator<{ name: 'row' | 'c'; rest: string }> {
  for (const { 0: begin, 1: name, index } of text.matchAll(tags)) {
    const from = index + begin.length
    const end = text.indexOf('>', from)
    const rest = end < 0 || end - from > longestTag ? '<' : text.slice(from, end)
    if (!attributes.test(rest)) wrong('内容不能识别')
    yield { name: name as 'row' | 'c', rest }
  }
}

/** Refuses a sheet whose last cell is so far away that what lies before it fills the memory. */
const checkExtent = (part: Uint8Array): void => {
  const text = Buffer.from(part.buffer, part.byteOffset, part.byteLength).toString('latin1')
  if (!text.includes('sheetData')) return
  let [count, within, rows, columns] = [0, 0, 0, 0]
  for (const { name, rest } of tagsOf(text)) {
    // The reader puts what it has read together again and again: a million empty rows keep it busy for minutes.
    if (name === 'row' && ++count > filled.rows) wrong(`有格式的行超过 ${filled.rows} 行，${less}`)
    if (name === 'row') within = 0
    for (const [, double, single] of rest.matchAll(addresses)) {
      const [, letters = '', digits] = places[name].exec(double ?? single ?? '') ?? wrong('内容不能识别')
      const row = Number(digits)
      if (row > mostRows) wrong('内容不能识别')
      // A cell lies where its row says, whatever it says itself.
      if (name === 'row') within = Math.max(within, row)
      // With nothing in it.
      else if (!rest.endsWith('/')) {
        rows = Math.max(rows, row, within)
        columns = Math.max(columns, columnOf(letters))
      }
    }
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
