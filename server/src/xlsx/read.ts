import { formatDay, formatTime } from '@yibao/shared/time.ts'
import { unzipSync } from 'fflate'
import readXlsx from 'read-excel-file/node'
import { refuse } from '../call/refuse.ts'

/** Bytes a sheet may unfold to: a small archive can hold a very large one. */
const unfolded = 150 * 1024 * 1024

const checkArchive = (bytes: Uint8Array): void => {
  let size = 0
  try {
    unzipSync(bytes, {
      filter: ({ originalSize }) => {
        size += originalSize
        return false
      },
    })
  } catch {
    refuse('upload.sheet', { text: '不是 .xlsx 文件' })
  }
  if (size > unfolded) refuse('upload.sheet', { text: '内容过大' })
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
  return String(value).trim()
}

/** The first sheet of a workbook as rows of texts, the head row first; refuses what is no workbook. */
export const readSheet = async (bytes: Uint8Array): Promise<string[][]> => {
  checkArchive(bytes)
  try {
    const [first] = await readXlsx(Buffer.from(bytes))
    return (first?.data ?? []).map((row) => row.map(textOf))
  } catch {
    return refuse('upload.sheet', { text: '内容不能识别' })
  }
}
