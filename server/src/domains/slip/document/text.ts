import { type Fen, formatAmount, yuan } from '@yibao/shared/money.ts'
import type { SlipModel } from './model.ts'

/** Fen as people read it: 123450 → 1,234.50 (ux.md 2.5). */
export const amountText = (value: Fen): string => formatAmount(yuan(value))

/** 1 or -1: a reversal prints every amount with a minus. */
export const signOf = (model: SlipModel): 1 | -1 => (model.kind === 'reversal' ? -1 : 1)

/** An amount of the settlement with the sign of this slip; 0 stays 0.00. */
export const signed = (model: SlipModel, value: Fen): string => amountText(value && signOf(model) * value)

const trimmed = (decimal: string, keep: number) => {
  const [whole, fraction = ''] = decimal.split('.')
  const short = fraction.replace(/0+$/, '').padEnd(keep, '0')
  return short ? `${whole}.${short}` : `${whole}`
}

/** Quantity with trailing zeros cut: 2.0000 → 2, on a reversal -2, so that quantity × price stays the amount. */
export const quantityText = (model: SlipModel, quantity: string): string =>
  (model.kind === 'reversal' ? '-' : '') + trimmed(quantity, 0)

/** Price with at least two decimals: 12.800000 → 12.80, 0.123400 → 0.1234. */
export const priceText = (price: string): string => trimmed(price, 2)

const titles = { settlement: '结算单', reversal: '撤销/退费结算单', presettlement: '预结算单(非收款凭证)' }

/** The title: one line, or two where the kind must stand out (ux.md 6). */
export const titleLines = (model: SlipModel): string[] => {
  const place = `${model.areaText}医疗保险定点药店`
  return model.kind === 'settlement' ? [`${place}${titles.settlement}`] : [place, titles[model.kind]]
}

/** 补打 n and the label of the copy, or nothing. */
export const marks = (model: SlipModel, copy: string): string =>
  [model.reprint > 0 ? `补打 ${model.reprint}` : '', copy].filter(Boolean).join('  ')

/** Labels of the copies; one without a label when none is asked for. */
export const copyLabels = (model: SlipModel): readonly string[] => (model.copies.length ? model.copies : [''])
