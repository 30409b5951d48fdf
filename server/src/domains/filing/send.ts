import type { Answer, Operation } from '../../centre/client.ts'
import { fileDisease, repealDisease } from '../../centre/operations/disease-filing.ts'
import { queryChronic } from '../../centre/operations/person-records.ts'
import type { Context } from '../../context.ts'
import { refuse } from '../../refuse.ts'
import { systemHeader } from '../attendance/sign.ts'
import { refuseOutcome } from '../settlement/outcome.ts'
import { mark, withFiling } from './claim.ts'
import type { Filing, filingOf } from './rows.ts'
import { stateTitle } from './state.ts'

/** Waiting for an answer of the centre, ms. */
const timeoutMs = 60_000

/** A filing that nobody else touches until the work on it is done. */
type Found = Awaited<ReturnType<typeof filingOf>>

const areaOf = ({ one, personal, shop }: Found): string =>
  personal.insurances.find(({ insutype }) => insutype === one.insutype)?.insuredArea ?? shop.areaCode

const headerFor = (c: Context, found: Found) => systemHeader(c.deps, found.shop, areaOf(found))

/** Whether the centre has this disease from this day in its list (5301), which names no serial number. */
const isListed = async (c: Context, found: Found): Promise<boolean> => {
  const { one, shop, personal } = found
  const header = await headerFor(c, found)
  const { psnNo } = personal
  const answer = await c.services.centre.of(shop.areaCode).run(queryChronic, { psnNo }, header, { timeoutMs })
  if (answer.kind !== 'booked') return refuseOutcome(answer)
  return answer.value.some(({ code, from }) => code === one.diseaseCode && from === one.beginDay)
}

interface Sending<A, R> {
  operation: Operation<A, R>
  args: A
  pending: 'upload' | 'repeal'
  /** What the filing is again when nothing left the house. */
  before: Filing['state']
}

/** Sends what changes something there. `unknown` is written before it leaves: whoever dies meanwhile leaves it so. */
const send = async <A, R>(c: Context, found: Found, sending: Sending<A, R>): Promise<Answer<R>> => {
  const { operation, args, pending, before } = sending
  const { one, shop } = found
  const header = await headerFor(c, found)
  await mark(c, one, { state: 'unknown', pending, message: '' })
  const answer = await c.services.centre.of(shop.areaCode).run(operation, args, header, { timeoutMs })
  if (answer.kind === 'notSent') await mark(c, one, { state: before, pending: '', message: one.message })
  return answer
}

const isLost = ({ one }: Found, pending: 'upload' | 'repeal') => one.state === 'unknown' && one.pending === pending

const uploaded = (c: Context) => ({ state: 'uploaded' as const, pending: '' as const, uploadedAt: c.deps.clock() })

/** 2503 of one filing; throws a Refusal that says what the centre said. */
export const uploadFiling = (c: Context, id: string): Promise<void> =>
  withFiling(c, id, async (found) => {
    const { one, personal } = found
    const lost = isLost(found, 'upload')
    if (!lost && one.state !== 'draft' && one.state !== 'refused')
      refuse('filing.state', { state: stateTitle(one.state), action: '上报' })
    if (lost && (await isListed(c, found)))
      return mark(c, one, { ...uploaded(c), message: '医保中心已有这条备案，申报流水号没有收到，撤销请到中心办理' })
    const args = { ...one, ...personal, insuredArea: areaOf(found) }
    const before = lost ? 'draft' : one.state
    const answer = await send(c, found, { operation: fileDisease, args, pending: 'upload', before })
    if (answer.kind === 'booked') return mark(c, one, { ...uploaded(c), serial: answer.value.serial })
    if (answer.kind === 'refused') await mark(c, one, { state: 'refused', pending: '', message: answer.message })
    if (answer.kind === 'unknown') refuse('filing.unknown', { name: one.diseaseName, action: '上报' })
    return refuseOutcome(answer)
  })

/** 2504 of one filing; one that the centre never held is repealed here. */
export const repealFiling = (c: Context, id: string, reason: string): Promise<void> =>
  withFiling(c, id, async (found) => {
    const { one, personal } = found
    const lost = isLost(found, 'repeal')
    const repealed = { state: 'repealed', pending: '', reason, message: '' } as const
    const here = one.state === 'draft' || one.state === 'refused'
    if (!here && !lost && one.state !== 'uploaded')
      refuse('filing.state', { state: stateTitle(one.state), action: '撤销' })
    if (!here && !one.serial) refuse('filing.serial')
    if (here || (lost && !(await isListed(c, found)))) return mark(c, one, repealed)
    const args = { serial: one.serial, psnNo: personal.psnNo, reason }
    const answer = await send(c, found, { operation: repealDisease, args, pending: 'repeal', before: 'uploaded' })
    if (answer.kind === 'booked') return mark(c, one, repealed)
    // What the centre refuses to take back is still there as it was.
    if (answer.kind === 'refused') await mark(c, one, { state: 'uploaded', pending: '', message: answer.message })
    if (answer.kind === 'unknown') refuse('filing.unknown', { name: one.diseaseName, action: '撤销' })
    return refuseOutcome(answer)
  })
