import type { FieldMeta } from './field.ts'

/** The key of a range's other end: from/to, settledFrom/settledTo; undefined for a key that begins none. */
export const endOf = (key: string): string | undefined =>
  key === 'from' ? 'to' : key.endsWith('From') ? key.replace(/From$/, 'To') : undefined

/** What a range is called above its two ends: 开始日期 and 结束日期 are 日期, 结算日期起 and 结算日期止 are 结算日期. */
export const rangeTitle = ({ title }: Pick<FieldMeta, 'title'>): string =>
  title.endsWith('起') ? title.slice(0, -1) : title.replace(/^开始/, '')
