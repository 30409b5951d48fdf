import { and, eq } from 'drizzle-orm'
import type { Answer, Operation } from '../../centre/client.ts'
import { fileDisease, repealDisease } from '../../centre/operations/disease-filing.ts'
import { queryChronic } from '../../centre/operations/person-records.ts'
import type { Context } from '../../context.ts'
import { refuse } from '../../refuse.ts'
import { systemHeader } from '../attendance/sign.ts'
import { refuseOutcome } from '../settlement/outcome.ts'
import { type Filing, filingOf } from './rows.ts'
import { stateTitle } from './state.ts'
import { diseaseFiling } from './tables.ts'

/** Waiting for an answer of the centre, and how long nobody else touches the filing then. ms */
const timeoutMs = 60_000
const leaseMs = timeoutMs + 10_000

type Found = Awaited<ReturnType<typeof filingOf>>

/** What is known of a filing from now on, unless somebody took the next step meanwhile: then false. */
const mark = async ({ db }: Pick<Context, 'db'>, { id, step }: Filing, set: Partial<Filing>): Promise<boolean> => {
  const marked = await db
    .update(diseaseFiling)
    .set({ busyUntil: null, ...set })
    .where(and(eq(diseaseFiling.id, id), eq(diseaseFiling.step, step)))
    .returning({ id: diseaseFiling.id })
  return marked.length > 0
}

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

/**
 * Sends what changes something there. `unknown` is written before it leaves, by one request only; whoever dies meanwhile
 * leaves it so. Answers what the centre said and the filing as this step has it.
 */
const send = async <A, R>(c: Context, found: Found, { operation, args, pending, before }: Sending<A, R>) => {
  const { one, shop } = found
  const header = await headerFor(c, found)
  const step = one.step + 1
  const busyUntil = new Date(c.deps.clock().getTime() + leaseMs)
  if (!(await mark(c, one, { state: 'unknown', pending, message: '', step, busyUntil }))) refuse('filing.busy')
  const taken = { ...one, step }
  const answer: Answer<R> = await c.services.centre.of(shop.areaCode).run(operation, args, header, { timeoutMs })
  if (answer.kind === 'notSent') await mark(c, taken, { state: before, pending: '', message: one.message })
  if (answer.kind === 'unknown') await mark(c, taken, {})
  return { answer, taken }
}

const startOf = async (c: Context, id: string, pending: 'upload' | 'repeal') => {
  const found = await filingOf(c, id)
  const { one, shop } = found
  c.keep({ target: `${shop.name} ${one.diseaseCode} ${one.diseaseName}` })
  if (one.busyUntil && one.busyUntil > c.now) refuse('filing.busy')
  return { found, lost: one.state === 'unknown' && one.pending === pending }
}

const uploaded = (c: Context) => ({ state: 'uploaded' as const, pending: '' as const, uploadedAt: c.deps.clock() })

/** 2503 of one filing; throws a Refusal that says what the centre said. */
export const uploadFiling = async (c: Context, id: string): Promise<void> => {
  const { found, lost } = await startOf(c, id, 'upload')
  const { one, personal } = found
  if (!lost && one.state !== 'draft' && one.state !== 'refused')
    refuse('filing.state', { state: stateTitle(one.state), action: '上报' })
  if (lost && (await isListed(c, found))) {
    await mark(c, one, { ...uploaded(c), message: '医保中心已有这条备案，申报流水号没有收到，撤销请到中心办理' })
    return
  }
  const args = { ...one, ...personal, insuredArea: areaOf(found) }
  const before = lost ? 'draft' : one.state
  const { answer, taken } = await send(c, found, { operation: fileDisease, args, pending: 'upload', before })
  if (answer.kind === 'booked') {
    await mark(c, taken, { ...uploaded(c), serial: answer.value.serial })
    return
  }
  if (answer.kind === 'refused') await mark(c, taken, { state: 'refused', pending: '', message: answer.message })
  if (answer.kind === 'unknown') refuse('filing.unknown', { name: one.diseaseName, action: '上报' })
  refuseOutcome(answer)
}

/** 2504 of one filing; one that the centre never held is repealed here. */
export const repealFiling = async (c: Context, id: string, reason: string): Promise<void> => {
  const { found, lost } = await startOf(c, id, 'repeal')
  const { one, personal } = found
  const repealed = { state: 'repealed', pending: '', reason, message: '' } as const
  const here = one.state === 'draft' || one.state === 'refused'
  if (!here && !lost && one.state !== 'uploaded')
    refuse('filing.state', { state: stateTitle(one.state), action: '撤销' })
  if (!here && !one.serial) refuse('filing.serial')
  if (here || (lost && !(await isListed(c, found)))) {
    if (!(await mark(c, one, { ...repealed, step: one.step + 1 }))) refuse('filing.busy')
    return
  }
  const args = { serial: one.serial, psnNo: personal.psnNo, reason }
  const sending = { operation: repealDisease, args, pending: 'repeal', before: 'uploaded' } as const
  const { answer, taken } = await send(c, found, sending)
  if (answer.kind === 'booked') {
    await mark(c, taken, repealed)
    return
  }
  // What the centre refuses to take back is still there as it was.
  if (answer.kind === 'refused') await mark(c, taken, { state: 'uploaded', pending: '', message: answer.message })
  if (answer.kind === 'unknown') refuse('filing.unknown', { name: one.diseaseName, action: '撤销' })
  refuseOutcome(answer)
}
