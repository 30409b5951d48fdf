import { fen } from '@yibao/shared/money.ts'
import { expect, test } from 'vitest'
import { order } from '../../../test/counter/fixtures.ts'
import { shownSlots } from './money-slots.ts'

const { split } = order()
const whole = {
  ...split!,
  ...{ total: '1234.50', poolFund: '1000.00', fundTotal: '1034.50', medicalAid: '30.00', account: '0.00' },
  ...{ familyAccount: '0.00', cash: '200.00' },
}
const shown = (hidden: string[], of: typeof whole | undefined = whole) =>
  shownSlots(of, hidden).map(({ id, of: amount }) => [id, of && amount(of)])

test('a fund that the area hides is left out while it is nothing, and shown as soon as it holds an amount', () => {
  expect(shown(['medicalAid', 'account', 'familyAccount'])).toEqual([
    ['total', '1,234.50'],
    ['poolFund', '1,000.00'],
    ['otherFund', '4.50'],
    ['medicalAid', '30.00'],
  ])
  const [total, ...parts] = shown(['poolFund', 'otherFund', 'medicalAid']).map(([, text]) =>
    fen(text!.replaceAll(',', '')),
  )
  expect(total, 'what is shown adds up').toBe(parts.reduce((all, one) => all + one, fen(whole.cash)))
  expect(shown(['medicalAid'], { ...whole, medicalAid: '-30.00' }).map(([id]) => id)).toContain('medicalAid')
})

test('before a split is there, a hidden one is no slot', () => {
  expect(shownSlots(undefined, ['medicalAid']).map(({ id }) => id)).not.toContain('medicalAid')
  expect(shownSlots(undefined)).toHaveLength(6)
})
