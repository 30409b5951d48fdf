import type { Receipt, ReceiptBlock } from '@yibao/shared/agent/receipt.ts'
import { capitals } from '@yibao/shared/money.ts'
import { type Fact, idFacts, personFacts, prescriptionFacts } from './facts.ts'
import type { SlipLine, SlipModel } from './model.ts'
import { splitRows } from './split-rows.ts'
import { copyLabels, marks, priceText, quantityText, signed, signOf, titleLines } from './text.ts'

const rule: ReceiptBlock = { kind: 'rule' }

const facts = (list: readonly Fact[]): ReceiptBlock[] =>
  list.length ? [...list.map(([left, right]): ReceiptBlock => ({ kind: 'row', left, right })), rule] : []

const line = (model: SlipModel, { name, spec, quantity, price, amount }: SlipLine): ReceiptBlock[] => [
  { kind: 'text', text: [name, spec].filter(Boolean).join(' ') },
  { kind: 'row', left: `  ${quantityText(model, quantity)}×${priceText(price)}`, right: signed(model, amount) },
]

const split = (model: SlipModel): ReceiptBlock[] =>
  splitRows(model).flatMap(({ key, label, amount }): ReceiptBlock[] => {
    if (key !== 'cash') return [{ kind: 'row', left: key === 'familyAccount' ? ` ${label}` : label, right: amount }]
    const words = capitals(signOf(model) * model.split.cash)
    return [
      { kind: 'row', left: label, right: amount, bold: true, large: true },
      { kind: 'text', text: words, align: 'right' },
    ]
  })

const foot = ({ kind, ids, foot: { phone, note } }: SlipModel): ReceiptBlock[] => [
  ...(kind === 'presettlement'
    ? []
    : [{ kind: 'text', text: '参保人签字' } as const, { kind: 'feed', lines: 2 } as const]),
  ...(phone ? [{ kind: 'row', left: '电话', right: phone } as const] : []),
  ...(note ? [{ kind: 'text', text: note } as const] : []),
  ...(ids.setlId ? [{ kind: 'qr', data: ids.setlId } as const] : []),
  { kind: 'cut' },
]

/**
 * A slip for a receipt printer: the blocks of the roll slip in their order (ux.md 6), from the same model; the agent
 * lays them out for its roll. One cut-off part per copy.
 */
export const receiptOf = (model: SlipModel): Receipt =>
  copyLabels(model).flatMap((copy): ReceiptBlock[] => [
    ...titleLines(model).map((text): ReceiptBlock => ({ kind: 'text', text, align: 'center', bold: true })),
    ...(marks(model, copy) ? [{ kind: 'text', text: marks(model, copy), align: 'center' } as const] : []),
    rule,
    ...facts(idFacts(model)),
    ...facts(personFacts(model)),
    ...facts(prescriptionFacts(model)),
    ...model.lines.flatMap((one) => line(model, one)),
    rule,
    ...split(model),
    rule,
    ...foot(model),
  ])
