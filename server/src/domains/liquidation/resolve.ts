import type { InputOf } from '@yibao/shared/call.ts'
import type { liquidation as calls } from '@yibao/shared/calls/liquidation.ts'
import { addMonths } from '@yibao/shared/time.ts'
import { and, asc, between, eq, inArray, ne, or } from 'drizzle-orm'
import { Refusal, refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { sameClaim } from '../../centre/operations/liquidation.ts'
import { refuseOutcome } from '../../centre/refuse-outcome.ts'
import { besideText } from '../auth/other-areas.ts'
import { minutesOf } from '../organisation/in-flight.ts'
import { store } from '../organisation/tables.ts'
import { eachStore } from '../system/each-store.ts'
import { askState, findApplied, isBack, quietly, run, stillOnItsWay, type Told } from './ask.ts'
import { type Asker, callsOf, type Found, keyOf, mark, withApplication } from './claim.ts'
import { bearersOf, keepRevoked, keepState } from './keep.ts'
import { monthsOf } from './rows.ts'
import { stateOfStage, stateTitle } from './state.ts'
import { liquidation } from './tables.ts'

/** Nothing arrived there and nothing can any more: it may be applied for again. */
const neverApplied = (c: Asker, { one }: Found, message: string) =>
  mark(c, one, { state: '0', closedAt: null, eventId: '', appliedBy: '', appliedAt: null, message })

/** What a centre says of an application; that it never came, or its revocation never did. */
export type Heard = Told | 'neverApplied' | 'notRevoked'
type Hear = (heard: Heard) => Promise<void>

const resolveApplying = async (c: Asker, found: Found, hear: Hear): Promise<void> => {
  if (!callsOf(c, found.shop.areaCode).find) return refuse('liquidation.ask')
  // Before the question leaves: what can still arrive then may do so behind its answer.
  const ms = await stillOnItsWay(c, found.one)
  const told = await findApplied(c, found)
  if (told === 'silent') return refuse('centre.down')
  if (told) {
    await hear(told)
    return keepState(c, found.one, told)
  }
  if (ms) return refuse('liquidation.early', { minutes: minutesOf(ms) })
  await hear('neverApplied')
  await neverApplied(c, found, '医保中心没有这份申请，可以重新申请')
}

const resolveRevoking = async (c: Asker, found: Found, hear: Hear): Promise<void> => {
  const { one } = found
  const ms = await stillOnItsWay(c, one)
  const told = await askState(c, found)
  if (typeof told === 'string' || isBack(told)) return keepRevoked(c, one, one.message)
  // As the centre still has it now, a revocation that arrives later would change it once more.
  if (ms) return refuse('liquidation.earlyRevoked', { minutes: minutesOf(ms) })
  await hear('notRevoked')
  await keepState(c, one, told, { message: '医保中心没有收到撤销，申请仍在' })
}

/**
 * Asks the centre how a claimed application stands, and keeps it. `hear` is told what it says before that is kept, but not
 * that what was revoked is.
 */
export const refresh = async (c: Asker, found: Found, hear: Hear = async () => undefined): Promise<void> => {
  const { one } = found
  if (one.state === '7') return resolveApplying(c, found, hear)
  if (one.state === '8') return resolveRevoking(c, found, hear)
  if (!one.eventId || one.state === '2')
    refuse('liquidation.state', { state: stateTitle(one.state), action: '查询进度' })
  const told = await askState(c, found)
  // Centres forget what they paid: of that nobody has to see to anything.
  if (typeof told !== 'object' && one.state === '6') return void (await mark(c, one, { queriedAt: c.deps.clock() }))
  await hear(told)
  if (typeof told === 'object') return keepState(c, one, told)
  // What was told to be there and is not: a person has to look. Nobody reviews it, so that he may take it back.
  const state = one.state === '3' || one.state === '4' ? '1' : one.state
  await mark(c, one, { state, message: lostTexts[told], queriedAt: c.deps.clock() })
}

const lostTexts = {
  gone: '医保中心查不到这份申请。请与中心核实，确实没有的，按「撤销申请」后重新生成',
  revoked: '医保中心答复这份申请已撤销。请与中心核实，确实撤销的，按「撤销申请」后重新生成',
} as const

/** Liquidation/QueryState: 3205, or 3693, of one application. */
export const queryState = (c: Context, id: string): Promise<void> =>
  withApplication(c, id, (found) => refresh(c, found))

const withNumber = async (c: Context, found: Found, eventId: string): Promise<void> => {
  const { one, shop } = found
  const other = (text: string) => refuse('liquidation.other', { eventId, text })
  const borne = (await bearersOf(c, one, [eventId])).get(eventId)
  if (borne) other('它属于另一份申请')
  const key = keyOf(one)
  const answer = await run(c, found, callsOf(c, shop.areaCode).state, { ...key, eventId })
  if (answer.kind === 'refused' && !answer.signInLost) other(`医保中心：“${answer.message}”`)
  if (answer.kind !== 'booked') return refuseOutcome(answer)
  const told = answer.value.find((state) => state.eventId === eventId)
  if (!told) return other('医保中心没有这个事件号')
  if (told.fixmedinsCode !== shop.fixmedinsCode) other('它是另一家机构的')
  // What we took for revoked may stand at the centre all the same: then its own words say so.
  if (told.stage === 'revoked' || (borne === false && !told.stage)) other('它已经撤销')
  if (!sameClaim(key, [told])) other('月份、清算机构、类别或方式不同')
  const by = one.appliedBy ? {} : { appliedBy: c.me.name, appliedAt: c.deps.clock() }
  await keepState(c, one, told, by)
}

/**
 * What a person found out of a revocation: that of one whose answer was lost, or of one that was sent back, where the centre
 * does not answer what it holds, or answers to a revocation that there is nothing to revoke. What it does answer counts more.
 */
const revocationFound = async (c: Context, found: Found, revoked: boolean, reason: string): Promise<void> => {
  const { one } = found
  const ms = await stillOnItsWay(c, one)
  if (ms) refuse('liquidation.earlyRevoked', { minutes: minutesOf(ms) })
  const before = one.state === '8' ? (one.stateBefore ?? '1') : one.state
  const why = `${c.me.name}核实：医保中心${revoked ? '已撤销' : '没有撤销'}（${reason}）`
  // What the centre said of one that it sent back is what has to be put right.
  const message = one.state === '5' && one.message ? `${one.message}；${why}`.slice(0, 500) : why
  if (!revoked) return void (await mark(c, one, { state: before, stateBefore: null, message }))
  const told = await quietly(() => askState(c, found))
  // To some centres what was sent back needs no revocation, and stays what it is.
  const nothingToRevoke = before === '5' && typeof told === 'object' && told.stage === 'rejected'
  if (typeof told === 'object' && told.stage && !isBack(told) && !nothingToRevoke)
    refuse('liquidation.stands', { state: stateTitle(stateOfStage[told.stage]) })
  await keepRevoked(c, one, why)
}

/** Liquidation/Resolve: what a person found out at the centre of an application or revocation whose answer was lost. */
export const resolve = (c: Context, { id, eventId, revoked, reason }: InputOf<typeof calls.resolve>): Promise<void> =>
  withApplication(c, id, async (found) => {
    const { one } = found
    if (one.state === '8' || one.state === '5') {
      if (revoked) return revocationFound(c, found, revoked === '1', reason)
      const text = '请选择中心的结果'
      return refuse('input.invalid', { text }, { fields: { revoked: text } })
    }
    // A draft too: the centre may have refused it because it holds one that was taken for lost.
    if (one.state !== '7' && !(one.state === '0' && eventId))
      refuse('liquidation.state', { state: stateTitle(one.state), action: '核实结果' })
    if (eventId) return withNumber(c, found, eventId)
    const ms = await stillOnItsWay(c, one)
    if (ms) refuse('liquidation.early', { minutes: minutesOf(ms) })
    await neverApplied(c, found, `${c.me.name}核实：医保中心没有这份申请（${reason}）`)
  })

/** Not at its end: what the centre has, or may have. */
export const underWay = ['1', '3', '4', '5', '7', '8'] as const

/** Liquidation/Pull: every application of some months that is not finished, store by store behind a progress. */
export const pull = async (c: Context, f: InputOf<typeof calls.pull>) => {
  // Reviews and payments take months: without a period the last six. What a centre kept back, or takes off at the end of a
  // year, it says of what was paid: whoever names months asks about that too.
  const states = f.from ? [...underWay, '6' as const] : [...underWay]
  const { to } = monthsOf(f, c.now)
  const from = f.from ?? addMonths(to, -6)
  const rows = await c.db
    .select({ id: liquidation.id, shop: store, state: liquidation.state })
    .from(liquidation)
    .innerJoin(store, eq(store.id, liquidation.storeId))
    .where(
      and(
        c.scope.where(liquidation.storeId, f.storeId),
        between(liquidation.month, from, to),
        inArray(liquidation.state, states),
        or(ne(liquidation.eventId, ''), inArray(liquidation.state, ['7', '8'])),
      ),
    )
    .orderBy(asc(store.pinyin), asc(store.id), asc(liquidation.month))
  if (!rows.length) return refuse('not.found', { what: '待查询的清算申请' })
  const shops = [...new Map(rows.map(({ shop }) => [shop.id, shop])).values()]
  const done = (n: number) => `${n} 家门店已查询`
  return eachStore(
    c,
    shops,
    { name: '从中心取清算进度', of: `${from} ${to}`, done, beside: await besideText(c, f.storeId) },
    async (shop, step) => {
      const own = rows.filter((row) => row.shop.id === shop.id)
      const left: string[] = []
      let silent: boolean | undefined
      for (const [i, { id }] of own.entries()) {
        await step(`${i + 1} / ${own.length} 份`)
        try {
          await queryState(c, id)
          silent = false
        } catch (error) {
          if (!(error instanceof Refusal)) throw error
          left.push(error.message)
          if (error.key !== 'centre.down') continue
          silent = true
          const rest = own.length - i - 1
          if (rest) left.push(...Array<string>(rest).fill(error.message))
          break
        }
      }
      const ids = own.map(({ id }) => id)
      const refused = await c.db.$count(liquidation, and(inArray(liquidation.id, ids), eq(liquidation.state, '5')))
      // Of thousands of stores only those with something to do are opened.
      const text = [
        `已查询 ${own.length - left.length} 份`,
        refused && `${refused} 份已驳回，打开看中心说明`,
        left.length && `${left.length} 份未完成：${left[0]}`,
      ]
      return { ok: !left.length && !refused, silent, text: text.filter(Boolean).join('，') }
    },
  )
}
