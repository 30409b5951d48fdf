import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { card as calls } from '@yibao/shared/calls/card.ts'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { checkBenefit } from '../../centre/operations/benefit.ts'
import { refuseOutcome } from '../../centre/refuse-outcome.ts'
import { clerkHeader } from '../attendance/sign.ts'
import { settingsOf } from '../organisation/settings.ts'
import { storeOf } from '../organisation/store.ts'
import { readingOf } from './read.ts'

/** fund_pay_type of the personal account (domain.md 3.6). */
const accountFund = '310200'

/** 2001: what the funds and the account would pay of a purchase today, and why not. */
export const benefitsOf = async (
  c: Context,
  { readId, insutype, medicalType, diseaseCode, diseaseName = '' }: InputOf<typeof calls.benefits>,
): Promise<ResultOf<typeof calls.benefits>> => {
  const storeRow = await storeOf(c.deps, c.storeId)
  const { person } = (await readingOf(c, readId)).person
  const insured = person.insurances.find(({ insurance }) => insurance === insutype) ?? refuse('insurance.missing')
  const header = await clerkHeader(c.deps, storeRow, c.me, insured.insuredArea)
  const disease = diseaseCode ? { code: diseaseCode, name: diseaseName } : undefined
  const query = { psnNo: person.psnNo, insurance: insutype, medicalType, from: c.now, disease }
  const answer = await c.services.centre.of(storeRow.areaCode).run(checkBenefit, query, header, { timeoutMs: 60_000 })
  if (answer.kind !== 'booked') return refuseOutcome(answer)
  const refused = answer.value.filter(({ enjoyed }) => !enjoyed)
  const { chronicMedicalTypes } = await settingsOf(c.db, storeRow.areaCode)
  // Of a chronic purchase the funds pay their part whatever becomes of the account; an ordinary one is the account's.
  const funds = refused.filter(({ fund }) => fund !== accountFund)
  return {
    enjoyed: (chronicMedicalTypes.includes(medicalType) ? funds : refused).length === 0,
    accountUsable: funds.length === refused.length,
    fundsOpen: funds.length === 0,
    // Several funds close for one reason: it is said once.
    reasons: [...new Set(refused.map(({ reason }) => reason ?? '不享受统筹待遇'))],
  }
}
