import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { acceptance as calls } from '@yibao/shared/calls/acceptance.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { and, eq, sql } from 'drizzle-orm'
import { newId } from '../../base/ids.ts'
import { maskNumber } from '../../base/mask.ts'
import { refuse } from '../../base/refuse.ts'
import type { DeviceAnswer } from '../../call/asking.ts'
import type { Context } from '../../call/context.ts'
import type { Database } from '../../database/open.ts'
import { reportFault } from '../../process/fault.ts'
import { openSignIn, operatorOf } from '../attendance/sign.ts'
import { refuseDevice } from '../card/device.ts'
import { settingsOf } from '../organisation/settings.ts'
import { type StoreRow, storeOf } from '../organisation/store.ts'
import { inBackground, type Progress, startProgress } from '../system/progress.ts'
import { progress } from '../system/tables.ts'
import { actorAt } from './actor.ts'
import type { World } from './acts.ts'
import { runAcceptance } from './run.ts'
import { planOf } from './scenario.ts'
import { acceptanceRun } from './tables.ts'

type Input = InputOf<typeof calls.oneKeyAcceptance>

/** Ends the runs whose server ended in the middle: what they bought stands in their order list. */
export const endBroken = async (db: Database): Promise<void> => {
  await db
    .update(acceptanceRun)
    .set({ state: 'broken', note: '服务器中断，请查看验收订单是否已撤销', endedAt: sql`${progress.at}` })
    .from(progress)
    .where(and(eq(acceptanceRun.state, 'running'), eq(progress.id, acceptanceRun.progressId), progress.finished))
}

/** The sample person as a reader would have said it. */
const cardOf = async (c: Context, { medium, certNo, name }: Input): Promise<DeviceAnswer> => {
  if (medium !== 'typed') {
    const args = { medium }
    const answer = await c.asking.device({ action: 'card.read', title: '请放上测试参保人的卡', args })
    return answer.ok ? answer : refuseDevice(answer.result, '没有读到凭证')
  }
  if (!certNo?.trim())
    return refuse('input.invalid', { text: '请填写证件号码' }, { fields: { certNo: '请填写证件号码' } })
  const idCard = { certNo: certNo.trim().toUpperCase(), name: name?.trim() ?? '' }
  return { ok: true, signed: false, result: { medium: 'idCard', idCard } }
}

const written = async (
  c: Context,
  shop: StoreRow,
  { stopOnError = false }: Input,
  steps: number,
  running: Progress,
) => {
  const [row] = await c.db
    .insert(acceptanceRun)
    .values({
      ...{ id: newId(c.now), storeId: shop.id, areaCode: shop.areaCode, progressId: running.id, stopOnError, steps },
      ...{ operatorId: c.me.userId, operatorName: c.me.name, startedAt: c.now },
    })
    .onConflictDoNothing()
    .returning()
  if (row) return row
  await running.finish('没有开始', '本店正在验收')
  return refuse('acceptance.running')
}

/** A kind of purchase that the area settles in a visit and that asks for no disease; undefined where there is none. */
const visitTypeIn = async (c: Context, shop: StoreRow): Promise<string | undefined> => {
  const { outpatientMedicalTypes, chronicMedicalTypes } = await settingsOf(c.db, shop.areaCode)
  return outpatientMedicalTypes.find((type) => type !== '41' && !chronicMedicalTypes.includes(type))
}

/** Acceptance/OneKeyAcceptance: begins a run behind its progress. One at a time in a store. */
export const startAcceptance = async (c: Context, input: Input): Promise<ResultOf<typeof calls.oneKeyAcceptance>> => {
  const shop = await storeOf(c.deps, c.scope.check(input.storeId))
  if (shop.closed) return refuse('acceptance.wrong', { text: '门店已停用' })
  const visitType = await visitTypeIn(c, shop)
  const plan = planOf(input.infnos, { visits: visitType !== undefined })
  if (!plan.length) return refuse('input.invalid', { text: '没有这样的交易' }, { fields: { infnos: '没有这样的交易' } })
  const card = await cardOf(c, input)
  // Whoever looks up a person this way is on record with whom.
  c.on(shop.name, shop.id)
  if (input.certNo) c.keep({ certificate: maskNumber(input.certNo) })
  await endBroken(c.db)
  const running = await startProgress(c.deps, c.me, `共 ${plan.length} 项`)
  const run = await written(c, shop, input, plan.length, running)
  const actor = actorAt(c, shop, c.me, card)
  const world: World = {
    ...{ actor, shop, ownCode: input.ownCode?.trim() || undefined, quantity: input.quantity ?? '1' },
    visitType,
    medium: input.medium === 'socialCard' ? 'socialCard' : 'idCard',
    wasSignedIn: (await openSignIn(c.deps, shop.id, operatorOf(c.me).operatorNo)) !== undefined,
    bought: async ({ id, maskedName }) => {
      await c.db
        .update(acceptanceRun)
        .set({ maskedName, orderIds: sql`array_append(${acceptanceRun.orderIds}, ${id})` })
        .where(eq(acceptanceRun.id, run.id))
    },
  }
  const work = () => runAcceptance({ c, run, plan, world, progress: running }).finally(actor.close)
  const progressId = inBackground(c.deps, running, work, {
    errorText: '验收中断，请查看验收订单是否已撤销',
    report: (fault) => reportFault('acceptance', fault),
  })
  return { id: run.id, progressId }
}

/** Acceptance/Stop: whoever may run it in that store may stop it. */
export const stopAcceptance = async (c: Context, id: string): Promise<null> => {
  const stopped = await c.db
    .update(acceptanceRun)
    .set({ stopping: true })
    .where(and(eq(acceptanceRun.id, id), eq(acceptanceRun.state, 'running'), c.scope.where(acceptanceRun.storeId)))
    .returning({ storeId: acceptanceRun.storeId, startedAt: acceptanceRun.startedAt })
  for (const { storeId, startedAt } of stopped) c.on(formatTime(startedAt), storeId)
  return stopped.length ? null : refuse('not.found', { what: '进行中的验收' })
}
