import { formatTime } from '@yibao/shared/time.ts'

export interface LogLine {
  /** yyyy-MM-dd HH:mm:ss */
  at: string
  step: string
  text: string
}

/** Old lines go first: a log of a day of attempts stays readable and storable. */
const most = 400
/** A store's code at the insurance (定点机构编号) is printed on its sign: it names nobody. */
const number = /(?<![\p{L}\p{N}])(?!P\d{11}(?![\p{L}\p{N}]))[A-Z]?\d{8,}[\dX]*(?![\p{L}\p{N}])/giu

/** Text without card and identity numbers: any run of eight digits and more keeps its first and last sign. */
export const redact = (text: string): string =>
  text.replace(number, (value) => `${value[0]}${'*'.repeat(value.length - 2)}${value.at(-1)}`)

/** The log with a line more, without what nobody may read in it; the oldest one goes. */
export const addLine = (log: readonly LogLine[], step: string, text: string, now = new Date()): LogLine[] => [
  ...log.slice(1 - most),
  { at: formatTime(now), step, text: redact(text) },
]

/** The log as a text file for support: what was checked when, and what came of it. */
export const logText = (title: string, about: readonly string[], log: readonly LogLine[]): string =>
  [title, ...about.map(redact), '', ...log.map(({ at, step, text }) => `${at}  ${step}  ${text}`), ''].join('\r\n')

/** Hands a text to the browser as a file; with a mark, for Windows' editor to read it as UTF-8. */
export const saveText = (name: string, text: string): void => {
  const url = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/plain;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
