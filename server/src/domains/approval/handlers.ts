import type { InputOf } from '@yibao/shared/call.ts'
import type { approval as calls } from '@yibao/shared/calls/approval.ts'
import { eq } from 'drizzle-orm'
import { Refusal, refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import type { Handlers } from '../../call/mount.ts'
import { reportFault } from '../../process/fault.ts'
import { inBackground, type ProgressResult, startProgress } from '../system/progress.ts'
import { carryOut } from './carry-out.ts'
import { findRequest } from './find.ts'
import { judge, transfer, withdraw } from './judge.ts'
import type { Stored } from './kinds/kind.ts'
import { judgesOf } from './persons.ts'
import { approvalRows, shownRequest } from './rows.ts'
import { submit } from './submit.ts'
import { approvalRequest } from './tables.ts'

/** What became of one that was approved, as the approver reads it. */
const resultOf = async ({ db }: Context, { id, no }: Stored): Promise<ProgressResult> => {
  const [now] = await db.select().from(approvalRequest).where(eq(approvalRequest.id, id))
  return { target: no, ok: now?.state === 'done', text: now?.outcome ?? '正在执行，结果见「我已审批」' }
}

/** Approval/Do: every verdict is committed before the answer, and only then is anything begun. */
const judgeAll = async (
  c: Context,
  { ids, verdict, opinion }: InputOf<typeof calls.do>,
): Promise<{ progressId: string }> => {
  const words = opinion.trim() || undefined
  if (verdict === 'reject' && (words ?? '').length < 2)
    refuse('input.invalid', { text: '驳回须填写审批意见' }, { fields: { opinion: '驳回须填写审批意见，至少 2 个字' } })
  const wanted = [...new Set(ids)]
  if (!wanted.length) refuse('input.invalid', { text: '没有选中申请' })
  const taken: Stored[] = []
  const left: ProgressResult[] = []
  for (const id of wanted)
    try {
      taken.push(await judge(c, id, { verdict, opinion: words }))
    } catch (error) {
      if (!(error instanceof Refusal) || wanted.length === 1) throw error
      left.push({ target: (await numberOf(c, id)) ?? id, ok: false, text: error.message })
    }
  for (const { no, title, storeId } of taken) c.on(`${no} ${title}`, storeId)
  const running = await startProgress(c.deps, c.me, `共 ${wanted.length} 项`)
  for (const result of left) await running.step(0, '', result)
  const work = async () => {
    let bad = left.length
    for (const [index, one] of taken.entries()) {
      // What breaks off is gone on with by the job; the next one has nothing to do with it.
      if (verdict === 'approve') await carryOut(c.deps, one.id).catch((fault) => reportFault('approval.do', fault))
      const result = verdict === 'approve' ? await resultOf(c, one) : { target: one.no, ok: true, text: '已驳回' }
      if (!result.ok) bad += 1
      await running.step(((index + 1) / taken.length) * 100, `已处理 ${index + 1} / ${taken.length} 项`, result)
    }
    if (bad) return `${wanted.length} 项中 ${bad} 项没有完成`
    return verdict === 'approve' ? '已通过并执行' : '已驳回'
  }
  const progressId = inBackground(c.deps, running, work, {
    errorText: '执行中断。已通过的申请由系统继续执行，结果见「我已审批」',
    report: (fault) => reportFault('approval.do', fault),
  })
  return { progressId }
}

const numberOf = async (c: Context, id: string): Promise<string | undefined> =>
  (await findRequest(c, id).catch(() => undefined))?.no

/** 审批 (domain.md 8.12). */
export const approvalHandlers: Handlers<typeof calls> = {
  paged: (filters, c) => approvalRows.page(c, filters),
  get: ({ id }, c) => shownRequest(c, id),
  submit: (input, c) => submit(c, input),
  do: (input, c) => judgeAll(c, input),
  persons: async ({ id }, c) => {
    const judges = await judgesOf(c.db, await findRequest(c, id))
    return judges.filter((one) => one.id !== c.me.userId).map((one) => ({ value: one.id, name: one.name }))
  },
  transfer: async (input, c) => {
    await transfer(c, input)
    return null
  },
  withdraw: async ({ id }, c) => {
    await withdraw(c, id)
    return null
  },
}
