import { refuseField, type Values } from './message/check.ts'
import { textOf } from './message/value.ts'
import type { Store } from './store/open.ts'
import { hasOption } from './store/options.ts'

// A centre that deviates from the standard in 2101 and 2102, as areas do: the time of a purchase is `beg_time` and the
// time of a settlement `settle_time`, both of 14 digits.

const spoken = ['2101', '2102']

const speaks = (store: Store, area: string, infno: string): boolean =>
  spoken.includes(infno) && hasOption(store, area, 'dialect')

const standardTime = (text: string): string =>
  text.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/, '$1-$2-$3 $4:$5:$6')

/** The input of a message as the standard has it; refuses what is not in the area's own spelling. */
export const fromDialect = (store: Store, area: string, infno: string, input: Values): Values => {
  const info = input.druginfo
  if (!speaks(store, area, infno) || typeof info !== 'object' || info === null) return input
  const { beg_time, begntime, ...rest } = info as Values
  if (begntime !== undefined) refuseField({ title: '开始时间', name: 'begntime' }, '不是本统筹区的字段')
  if (!/^\d{14}$/.test(textOf(beg_time))) refuseField({ title: '购药时间', name: 'beg_time' }, '应为 14 位数字')
  return { ...input, druginfo: { ...rest, begntime: standardTime(textOf(beg_time)) } }
}

/** An output in the area's own spelling. */
export const inDialect = (store: Store, area: string, infno: string, output: unknown): unknown => {
  if (!speaks(store, area, infno)) return output
  const { setlinfo, ...rest } = output as Record<string, Values>
  const { setl_time, ...info } = setlinfo ?? {}
  return { setlinfo: { ...info, settle_time: textOf(setl_time).replace(/\D/g, '') }, ...rest }
}
