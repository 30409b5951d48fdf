import { approvalTarget } from '@yibao/shared/approval.ts'
import type { initialization as calls } from '@yibao/shared/calls/initialization.ts'
import { setupOrder, setupSteps } from '@yibao/shared/setup.ts'
import { and, eq, gte, isNotNull } from 'drizzle-orm'
import { Refusal, refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import type { Handlers } from '../../call/mount.ts'
import { reportFault } from '../../process/fault.ts'
import { useAuthorization } from '../auth/authorize.ts'
import { order } from '../order/tables.ts'
import { beginSetup, keepOutcome, requireSetup, setupOf } from '../organisation/setup.ts'
import { storeSetup } from '../organisation/setup-tables.ts'
import { storeOf } from '../organisation/store.ts'
import { inBackground, startProgress } from '../system/progress.ts'
import { checks } from './checks.ts'

/** A trial that was really computed: an order of this store, by the caller, priced since this set-up began. */
const requireTrial = async ({ db, me }: Context, storeId: string, orderId: string | undefined): Promise<void> => {
  const mine = and(eq(order.id, orderId ?? ''), eq(order.storeId, storeId), eq(order.operatorId, me.userId))
  const [row] = await db
    .select({ id: order.id })
    .from(order)
    .innerJoin(storeSetup, eq(storeSetup.storeId, order.storeId))
    .where(and(mine, isNotNull(order.split), gte(order.createdAt, storeSetup.begunAt)))
  if (!row) refuse('setup.trial')
}

export const initializationHandlers: Handlers<typeof calls> = {
  state: (_, c) => setupOf(c.deps, c.storeId),
  run: async ({ step }, c) => {
    const { storeId } = c
    await requireSetup(c.deps, storeId, step)
    const shop = await storeOf(c.deps, storeId)
    const running = await startProgress(c.deps, c.me, `正在检查${setupSteps[step]}`)
    const work = async () => {
      try {
        const { text, warn } = await checks[step](c, shop, running)
        await keepOutcome(c, storeId, step, { state: warn ? 'warn' : 'done', text })
        return text
      } catch (fault) {
        // The person reads what the rule says, and what to do as the result beside it.
        if (fault instanceof Refusal)
          await running.step(99, fault.message, { target: setupSteps[step], ok: false, text: fault.tips })
        throw fault
      }
    }
    const errorText = (fault: unknown) => (fault instanceof Refusal ? fault.message : '检查没有做完：系统异常')
    const report = (fault: unknown) => {
      if (!(fault instanceof Refusal)) reportFault(`store set-up ${step}`, fault)
    }
    return { progressId: inBackground(c.deps, running, work, { errorText, report }) }
  },
  report: async ({ step, text, orderId }, c) => {
    const { storeId } = c
    await requireSetup(c.deps, storeId, step)
    if (step === 'trial') await requireTrial(c, storeId, orderId)
    await keepOutcome(c, storeId, step, { state: 'done', text })
    return setupOf(c.deps, storeId)
  },
  skip: async ({ step, reason, authorizationId }, c) => {
    const { storeId, me } = c
    await requireSetup(c.deps, storeId, step)
    const admin = me.isAdminUser || me.isSuperAdmin
    if (!admin && !authorizationId) refuse('setup.admin')
    const by = admin
      ? me.name
      : await useAuthorization(c, {
          action: 'setup',
          target: approvalTarget.setup(step),
          authorizationId,
          stores: [storeId],
        })
    await keepOutcome(c, storeId, step, { state: 'skipped', text: `${by} 同意跳过：${reason}` })
    return setupOf(c.deps, storeId)
  },
  begin: async ({ storeId }, c) => {
    const shop = await storeOf(c.deps, c.scope.check(storeId))
    c.on(shop.name, storeId)
    await beginSetup(c, storeId)
    return { begun: true, open: setupOrder.length }
  },
}
