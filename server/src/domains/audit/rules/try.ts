import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { audit as calls } from '@yibao/shared/calls/audit.ts'
import { lineAmount, yuan } from '@yibao/shared/money.ts'
import { addDays, formatDay } from '@yibao/shared/time.ts'
import type { Context } from '../../../call/context.ts'
import { areaOf } from '../../auth/area-of.ts'
import { sheetSellers } from '../../catalogue/sheet-sellers.ts'
import { rulesFor } from '../counter/look-up.ts'
import type { Bought, FactLine } from '../judge/facts.ts'
import { judge } from '../judge/judge.ts'

type Sample = InputOf<typeof calls.ruleTest>
type SampleLine = Sample['lines'][number]

const lineOf = (one: SampleLine, i: number): FactLine => ({
  no: i + 1,
  ownCode: `试算${i + 1}`,
  nationalCode: one.nationalCode.toUpperCase(),
  name: one.name,
  spec: one.spec ?? '',
  unit: one.unit ?? '盒',
  quantity: one.quantity,
  price: one.price,
  amount: lineAmount(one.price, one.quantity),
  priceCap: one.priceCap,
})

/** Audit/RuleTest: what the rules in force of an area, and of a company in it, say of a purchase that is typed in. */
export const tryRules = async (sample: Sample, c: Context): Promise<ResultOf<typeof calls.ruleTest>> => {
  c.scope.take()
  const areaCode = await areaOf(c, sample.medicalAreaCode)
  const companyId = (await sheetSellers(c, areaCode)).of(sample.companyId) ?? ''
  const today = formatDay(c.now)
  const lines = sample.lines.map(lineOf)
  const bought = sample.lines.flatMap((one, i): Bought[] => {
    if (one.boughtDaysAgo === undefined) return []
    const { ownCode, nationalCode, name, spec, unit, quantity } = lines[i]!
    const day = addDays(today, -one.boughtDaysAgo)
    const had = { ownCode, nationalCode, name, spec, unit, quantity: one.boughtQuantity ?? quantity }
    return [{ ...had, day, storeName: '本店', sameStore: true }]
  })
  // Typed in one field, and meant as either.
  const disease = sample.diagnosis ? [sample.diagnosis] : []
  const codes = lines.map((one) => one.nationalCode)
  const rules = await rulesFor(c.db, { areaCode, companyId, today, codes, disease })
  const found = judge(rules, {
    ...{ today, lines, bought, differing: [] },
    ...{ gender: sample.gender, birthday: sample.birthday },
    ...{ insutype: sample.insutype ?? '310', medicalType: sample.medicalType },
    ...{ disease, illnesses: disease },
    prescription: sample.prescription === 'yes',
  })
  return {
    looked: rules.length,
    hits: found.map(({ rule, line, outcome, what, amount }) => ({
      ...{ rule: rule.code, ruleName: rule.name, kind: rule.kind, level: rule.level, line: line.no, drug: line.name },
      ...{ outcome, what, meaning: rule.message, next: rule.advice, amount: yuan(amount) },
    })),
  }
}
