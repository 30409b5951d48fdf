import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { auditCounter } from '@yibao/shared/calls/audit-counter.ts'
import { formatDay } from '@yibao/shared/time.ts'
import type { Context } from '../../../call/context.ts'
import { storeOf } from '../../organisation/store.ts'
import { isForPurchase } from '../judge/judge.ts'
import { coverageOf } from '../judge/kinds/coverage.ts'
import { rulesFor } from './look-up.ts'

/** Audit/Coverage: the drugs that a disease covers at the asker's store, for who parts a basket by them (ux 1.2). */
export const coverageFor = async (
  { diseaseCode, diseaseName, insutype, medicalType }: InputOf<typeof auditCounter.coverage>,
  c: Context,
): Promise<ResultOf<typeof auditCounter.coverage>> => {
  const { areaCode, companyId } = await storeOf(c.deps, c.storeId)
  const today = formatDay(c.now)
  const disease = [diseaseCode, diseaseName].flatMap((one) => one || [])
  const rules = await rulesFor(c.db, { areaCode, companyId, today, codes: [], disease })
  const holding = rules.filter((rule) => isForPurchase(rule, { insutype, medicalType }))
  return { drugs: coverageOf(holding, disease)?.drugs }
}
