import type { Mode } from '../money/policy.ts'
import type { Person } from '../seed/persons.ts'
import type { InsuranceState } from '../seed/states.ts'
import { day } from '../time.ts'
import { type Call, isLocal } from './call.ts'
import { isDesignatedElsewhere } from './designation.ts'
import { chronicOf } from './disease-filing.ts'
import { holdsOn } from './filing.ts'
import { twoDiseasesOf } from './two-diseases.ts'

/** What a benefit is asked for. */
interface Request {
  mode: Mode
  medType: string
  diseCodg: string
}

const chronicFault = (call: Call, person: Person, { medType, diseCodg }: Request): string | undefined => {
  const today = day(call.now)
  // 门诊两病 is also used by whoever was filed for the disease as a chronic one.
  const two = medType === '9901'
  const records = [...chronicOf(call, person), ...(two ? twoDiseasesOf(call, person) : [])]
  const what = two ? '门诊两病' : '慢特病'
  if (two && !diseCodg) return records.length > 0 ? undefined : '没有门诊两病备案'
  if (!diseCodg) return '【病种编码 dise_codg】慢特病购药不能为空'
  const ofCode = records.filter((one) => one.code === diseCodg)
  // A disease filed again after it ended counts by its open record.
  const record = ofCode.find((one) => holdsOn(one, today)) ?? ofCode.at(-1)
  if (!record) return `没有 ${diseCodg} 的${what}备案`
  if (record.begndate > today) return `${diseCodg} 的${what}备案 ${record.begndate} 起有效`
  return holdsOn(record, today) ? undefined : `${diseCodg} 的${what}备案已于 ${record.enddate} 到期`
}

/**
 * Why a person has no pooled benefit, undefined when they have it. The personal account is not asked about here: it
 * stays usable while the pool is closed (T04).
 */
export const benefitFault = (
  call: Call,
  person: Person,
  insurance: InsuranceState,
  request: Request,
): string | undefined => {
  if (insurance.reason) return `参保状态：${insurance.reason}，不享受统筹待遇`
  if (person.state.flags.has('inHospital')) return '住院期间不能享受门诊统筹待遇'
  if (!isLocal(call, person) && !person.state.flags.has('filed')) return '没有异地就医备案，不享受统筹待遇'
  if (isDesignatedElsewhere(call, person)) return '没有在本机构定点，不享受统筹待遇'
  return request.mode === 'CHRONIC' ? chronicFault(call, person, request) : undefined
}

/** Why a person has no chronic benefit at all, asked without a disease, which 2001 need not name. */
export const filedFault = (call: Call, person: Person, insurance: InsuranceState): string | undefined => {
  const today = day(call.now)
  const closed = benefitFault(call, person, insurance, { mode: 'POOL', medType: '', diseCodg: '' })
  return closed ?? (chronicOf(call, person).some((one) => holdsOn(one, today)) ? undefined : '没有有效的慢特病备案')
}
