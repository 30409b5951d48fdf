import { readTime } from '../china-time.ts'

/** Layouts a centre may want, and which of them keep the time of day. */
export const dateLayouts = {
  yyyyMMdd: false,
  'yyyy/MM/dd': false,
  'yyyy-MM-dd': false,
  yyyyMMddHHmmss: true,
  'yyyy/MM/dd HH:mm:ss': true,
  'yyyy-MM-dd HH:mm:ss': true,
  'yyyy-MM-ddTHH:mm:ss': true,
} as const
type DateLayout = keyof typeof dateLayouts

/** Whether a plugin may name it: a layout of ours, and no name that objects inherit. */
export const isDateLayout = (text: string): text is DateLayout => Object.hasOwn(dateLayouts, text)

/** A standard day or time in a layout; undefined when the text is neither. */
export const writeDate = (text: string, layout: DateLayout): string | undefined => {
  const timed = dateLayouts[layout]
  if (!new RegExp(timed ? '^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d$' : '^\\d{4}-\\d\\d-\\d\\d$').test(text))
    return undefined
  const [year, month, day, hour = '', minute = '', second = ''] = text.split(/[- :]/)
  const parts = { yyyy: year!, MM: month!, dd: day!, HH: hour, mm: minute, ss: second }
  return layout.replace(/yyyy|MM|dd|HH|mm|ss/g, (part) => parts[part as keyof typeof parts])
}

/** What a centre wrote in a layout, as the standard has it; undefined when it is not written so. */
export const readDate = (text: string, layout: DateLayout): string | undefined => {
  const timed = dateLayouts[layout]
  const standard = readTime(text).slice(0, timed ? 19 : 10)
  return standard !== '' && writeDate(standard, layout) === text ? standard : undefined
}
