import { eq, sql } from 'drizzle-orm'
import { newId } from '../../base/ids.ts'
import { Refusal } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import type { Testimony } from '../../centre/witness.ts'
import { faultText, reportFault } from '../../process/fault.ts'
import { reverseByClerk } from '../counter/reverse.ts'
import { reload } from '../order/find.ts'
import { statesInAir } from '../order/view.ts'
import { voidOrder } from '../settlement/person-decides.ts'
import type { Progress } from '../system/progress.ts'
import { acts, because, type World } from './acts.ts'
import { type Infno, needsOf, titleOf } from './scenario.ts'
import { acceptanceRun, acceptanceStep, type RunState, type StepState } from './tables.ts'

type RunRow = typeof acceptanceRun.$inferSelect

interface Verdict {
  infno: Infno
  state: StepState
  text: string
  seen?: Testimony
}

interface Running {
  c: Context
  run: RunRow
  plan: readonly Infno[]
  world: World
  progress: Progress
}

const stateOf = { booked: 'passed', refused: 'failed', notSent: 'failed', unknown: 'unknown' } as const

/** What a transaction came to: by the answer to its last message, and by what the product made of it. */
const verdictOf = (infno: Infno, seen: Testimony | undefined, said: string, error: string | undefined): Verdict => {
  if (!seen) return { infno, state: error ? 'failed' : 'skipped', text: error ?? '没有发出报文' }
  const answered = stateOf[seen.kind]
  if (answered !== 'passed') return { infno, state: answered, text: seen.text || error || '', seen }
  return { infno, state: error ? 'failed' : 'passed', text: error ?? said, seen }
}

const skipped = (infnos: readonly Infno[], text: string): Verdict[] =>
  infnos.map((infno) => ({ infno, state: 'skipped', text }))

/** Of an act of several transactions the error is that of the one it came to. */
const verdictsOf = (infnos: readonly Infno[], seen: readonly Testimony[], said: string, error?: string): Verdict[] => {
  const last = (infno: Infno) => seen.findLast((one) => one.infno === infno)
  const reached = infnos.findLastIndex((infno) => last(infno))
  // It had no reason to send anything, and says why.
  if (reached < 0 && error === undefined) return skipped(infnos, said)
  return infnos.map((infno, i) => {
    const here = i === reached || reached < 0
    if (i > Math.max(reached, 0)) return { infno, state: 'skipped', text: `${infnos[i - 1]} 未通过，没有运行` }
    return verdictOf(infno, last(infno), said, here ? error : undefined)
  })
}

const write = async ({ c, run, plan }: Running, verdicts: readonly Verdict[]): Promise<void> => {
  const at = c.deps.clock()
  const { vault } = c.services
  const sealed = (text: string) => (text ? vault.seal(text) : '')
  const rows = verdicts.map(({ infno, state, text, seen }) => ({
    ...{ id: newId(at), runId: run.id, storeId: run.storeId, place: plan.indexOf(infno), infno, state, at },
    text: text.slice(0, 500),
    ...(seen && {
      ...{
        ms: Math.round(seen.ms),
        msgid: seen.msgid,
        infcode: seen.infcode,
        deviations: seen.deviations.slice(0, 20),
      },
      ...{ request: sealed(seen.request), response: sealed(seen.response) },
    }),
  }))
  const count = (...states: StepState[]) => verdicts.filter(({ state }) => states.includes(state)).length
  await c.db.transaction(async (tx) => {
    await tx.insert(acceptanceStep).values(rows)
    await tx
      .update(acceptanceRun)
      .set({
        passed: sql`${acceptanceRun.passed} + ${count('passed')}`,
        failed: sql`${acceptanceRun.failed} + ${count('failed', 'unknown')}`,
      })
      .where(eq(acceptanceRun.id, run.id))
  })
}

/** Why what comes next is not tried; undefined when it is. */
const hindrance = (done: readonly Verdict[], infnos: readonly Infno[], stopOnError: boolean): string | undefined => {
  const bad = (infno: Infno) => done.find((one) => one.infno === infno)?.state !== 'passed'
  const missing = needsOf(infnos[0]!).find(bad)
  if (missing) return `${missing} ${titleOf(missing)}未通过，没有运行`
  const failed = done.find(({ state }) => state === 'failed' || state === 'unknown')
  // He signs out whatever happened.
  return stopOnError && failed && infnos[0] !== '9002' ? `${failed.infno} 未通过，按设置停止` : undefined
}

const attempt = async (running: Running, infnos: readonly Infno[], run: (world: World) => Promise<string>) => {
  const { seen } = running.world.actor
  const from = seen.length
  try {
    const said = await run(running.world)
    return verdictsOf(infnos, seen.slice(from), said)
  } catch (fault) {
    if (!(fault instanceof Refusal)) reportFault('acceptance', fault)
    const text = fault instanceof Refusal ? fault.message : `系统处理出错：${faultText(fault)}`
    return verdictsOf(infnos, seen.slice(from), '', text)
  }
}

/** Takes back what the run bought and did not take back itself; answers what stays for a person. */
const cleanUp = async ({ c, run, world }: Running): Promise<string> => {
  const [{ ids } = { ids: [] }] = await c.db
    .select({ ids: acceptanceRun.orderIds })
    .from(acceptanceRun)
    .where(eq(acceptanceRun.id, run.id))
  const left: string[] = []
  for (const id of ids) {
    let row = await reload(c, id)
    try {
      if (row.state === 'settled') row = await reverseByClerk(world.actor.context(), row, because)
      else if (row.state === 'presettled' || row.state === 'drafted') row = await voidOrder(c, row, because)
    } catch (fault) {
      if (!(fault instanceof Refusal)) reportFault('acceptance', fault)
    }
    if (row.state === 'settled') left.push(`订单 ${row.orderNo} 没有撤销，请在「订单管理」撤销`)
    if (statesInAir.includes(row.state)) left.push(`订单 ${row.orderNo} 结果未知，系统会继续核实，见「异常订单」`)
  }
  return left.join('；')
}

const isStopping = async ({ c, run }: Running): Promise<boolean> => {
  const [row] = await c.db
    .select({ stopping: acceptanceRun.stopping })
    .from(acceptanceRun)
    .where(eq(acceptanceRun.id, run.id))
  return row?.stopping === true
}

const end = async ({ c, run }: Running, state: RunState, note: string): Promise<void> => {
  await c.db.update(acceptanceRun).set({ state, note, endedAt: c.deps.clock() }).where(eq(acceptanceRun.id, run.id))
}

/**
 * Runs the plan, one act after the other; each is written as it ends. What it bought is taken back before it signs out,
 * also when it is stopped. Answers a sentence; throws Interrupted when the server ends.
 */
export const runAcceptance = async (running: Running): Promise<string> => {
  const { plan, progress, run } = running
  const done: Verdict[] = []
  let left: string | undefined
  let stopped = false
  for (const { infnos, run: act } of acts) {
    const mine = infnos.filter((infno) => plan.includes(infno))
    if (!mine.length) continue
    stopped ||= await isStopping(running)
    const leaving = mine[0] === '9002'
    if (leaving) left = await cleanUp(running)
    const why = stopped && !leaving ? '已停止，没有运行' : hindrance(done, mine, run.stopOnError)
    const verdicts = why ? skipped(mine, why) : await attempt(running, mine, act)
    done.push(...verdicts)
    await write(running, verdicts)
    for (const { infno, state, text } of verdicts)
      await progress.step((done.length / plan.length) * 100, `${infno} ${titleOf(infno)}`, {
        ...{ target: `${infno} ${titleOf(infno)}`, ok: state === 'passed', text },
      })
  }
  left ??= await cleanUp(running)
  const passed = done.filter(({ state }) => state === 'passed').length
  const state = stopped ? 'stopped' : passed === plan.length && !left ? 'passed' : 'failed'
  await end(running, state, left)
  const words = stopped ? '已停止' : state === 'passed' ? '全部通过' : `${passed} / ${plan.length} 通过`
  return left ? `${words}。${left}` : words
}
