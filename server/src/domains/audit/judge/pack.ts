import { scaled } from '@yibao/shared/money.ts'

/** What is in one unit of sale, in ten-thousandths; undefined where the spec does not tell. */
interface Pack {
  pieces?: bigint
  mg?: bigint
}

const inMg: Record<string, bigint> = { g: 10_000_000n, mg: 10_000n, μg: 10n, ug: 10n, mcg: 10n }

const one = 10_000n
const counted = /[*×x]\s*(\d+(?:\.\d{1,4})?)\s*([\u4e00-\u9fff]+)?/gi
const strength = /^\s*(\d+(?:\.\d{1,4})?)\s*(mcg|μg|ug|mg|g)(?![a-z])/i

/**
 * What a spec says of a pack: 0.5g*30片 is 30 pieces and 15000 mg, 0.5g*12片*2板 24 pieces. An item sold by the piece
 * (unit 片) has one in its unit.
 */
export const packOf = (spec: string, unit: string): Pack => {
  const text = spec.normalize('NFKC').replaceAll('×', '*').replaceAll('µ', 'μ')
  const counts = [...text.matchAll(counted)]
  if (!counts.length) return {}
  const sold = counts.some(([, , piece]) => piece !== undefined && piece === unit)
  const pieces = sold ? one : counts.reduce((all, [, count = '1']) => (all * scaled(count, 4)) / one, one)
  const [, amount, measure] = strength.exec(text) ?? []
  if (!amount || !measure) return { pieces }
  const each = (scaled(amount, 4) * inMg[measure.toLowerCase()]!) / one
  return { pieces, mg: (each * pieces) / one }
}

/** What some units of sale come to, in ten-thousandths of a rule’s daily unit; undefined where the spec does not tell. */
export const dailyAmount = (
  { spec, unit, quantity }: { spec: string; unit: string; quantity: string },
  dailyUnit: 'pack' | 'piece' | 'mg',
): bigint | undefined => {
  const pack = packOf(spec, unit)
  const each = dailyUnit === 'pack' ? one : dailyUnit === 'piece' ? pack.pieces : pack.mg
  return each === undefined ? undefined : (scaled(quantity, 4) * each) / one
}
