import { approvalTarget } from '@yibao/shared/approval.ts'
import { order, reconciliation } from '@yibao/shared/calls/books.ts'
import { diffAction } from '@yibao/shared/entities/reconciliation.ts'
import { metaOf } from '@yibao/shared/field.ts'
import { fen, formatAmount, sum, yuan } from '@yibao/shared/money.ts'
import { callServer, download, useCall } from '../../../api/index.ts'
import { ui } from '../../../api/ui.ts'
import type { Dialogs } from '../../../kit/index.ts'
import { useTab, useTabState } from '../../../state/tab.tsx'
import { amountOf, batchProblem, type Difference, isOpen, movesMoney, nextOpen, sameClass } from './logic.ts'
import { effectTexts } from './texts.ts'

type ActionName = NonNullable<Difference['proposal']>

export const actionTitle = (name: ActionName): string => metaOf(diffAction)?.choices?.[name] ?? name

/** ms; recovery works on locked rows meanwhile. */
const refreshEvery = 30_000
const most = 200

/** State and actions of the reconciliation bench for the group in the tab's address. */
export const useBench = (dialogs: Dialogs) => {
  const { query } = useTab()
  const groupId = query.groupId ?? ''
  const { day = '', storeId } = query
  const diffs = useCall(reconciliation.diffPaged, groupId ? { groupId, pageSize: most } : null, {
    refetchInterval: refreshEvery,
    keepPrevious: true,
  })
  const groups = useCall(
    reconciliation.dayPaged,
    day ? { from: day, to: day, pageSize: 100, ...(storeId && { storeId }) } : null,
  )
  const [onlyClass, setOnlyClass] = useTabState<string>('class', '')
  const [cursor, setCursor] = useTabState<string>('cursor', '')
  const [selected, setSelected] = useTabState<string[]>('selected', [])

  const all = diffs.data?.items ?? []
  const rows = onlyClass ? all.filter((row) => row.class === onlyClass) : all
  const current = rows.find((row) => row.id === cursor) ?? rows[0]

  const refresh = async () => {
    await Promise.all([diffs.refetch(), groups.refetch()])
  }

  // Money repairs need a second person, with amount and name repeated (ux 3).
  const approve = (row: Difference, action: ActionName) =>
    dialogs.authorize({
      action: 'difference',
      target: approvalTarget.difference(action, row.id),
      about: `${actionTitle(action)}：${row.maskedName} ${formatAmount(amountOf(row))} 元，${row.storeName}`,
    })

  const approveBatch = (rows: readonly Difference[], action: ActionName) => {
    const total = yuan(sum(rows.map((row) => fen(amountOf(row)))))
    return dialogs.authorize({
      action: 'differences',
      target: approvalTarget.differences(
        action,
        rows.map((row) => row.id),
      ),
      about: `${actionTitle(action)}：${rows.length} 笔，共 ${formatAmount(total)} 元，${rows[0]!.storeName}`,
    })
  }

  const handle = async (row: Difference, action: ActionName, note?: string) => {
    if (row.locked) return ui().error('系统正在核实这一笔，核实结束后再处理')
    if (!isOpen(row)) return ui().error('这一笔已处理，按 U 可撤回本地处理')
    const needsPerson = movesMoney(action)
    const authorizationId = needsPerson ? await approve(row, action) : undefined
    if (needsPerson && !authorizationId) return
    await callServer(reconciliation.handle, {
      diffId: row.id,
      action,
      ...(note && { note }),
      ...(authorizationId && { authorizationId }),
    })
    setSelected((ids) => ids.filter((id) => id !== row.id))
    const next = nextOpen(rows, row.id)
    if (next) setCursor(next)
    await refresh()
  }

  const actions = {
    handle,
    accept: async (row: Difference) =>
      row.proposal ? handle(row, row.proposal) : ui().error('这一笔没有建议，请查看依据后选择处理办法'),
    note: async (row: Difference) => {
      await dialogs.form({
        title: '标记处理',
        intro: '说明为什么不再处理。标记后这一笔仍计入当月差异。',
        shape: { note: reconciliation.handle.input.shape.note },
        okText: '标记',
        cancelText: '不标记',
        submit: async ({ note }) => {
          if (String(note ?? '').trim().length < 5) {
            ui().error('标记处理需要至少 5 个字的说明')
            throw new Error('note')
          }
          await handle(row, 'mark', String(note))
        },
      })
    },
    undo: async (row: Difference) => {
      if (!row.undoable) return ui().error('这一处理不能撤回：只有 24 小时内的本地处理可以撤回')
      await callServer(reconciliation.undo, { diffId: row.id })
      ui().success('已撤回')
      await refresh()
    },
    ask: async (row: Difference) => {
      if (!row.orderId) return ui().error('本地没有这笔订单，请对明细后查看医保中心一方')
      const now = await callServer(order.recheck, { id: row.orderId })
      ui().success(`已向医保中心查询，核实 ${now.abnormal?.attempts ?? 1} 次`)
      await refresh()
    },
    total: async () => {
      const {
        groups: list,
        equal,
        unequal,
      } = await callServer(reconciliation.total, {
        day,
        ...(storeId && { storeId }),
        force: true,
      })
      ui().success(`${list.length} 组 · ${equal} 平 · ${unequal} 不平`)
      await refresh()
    },
    batch: async () => {
      const chosen = all.filter((row) => selected.includes(row.id))
      const problem = batchProblem(chosen)
      if (problem) return ui().error(problem)
      const [first] = chosen
      const action = first!.proposal!
      const sure = await dialogs.confirm({
        title: `${actionTitle(action)}：${chosen.length} 笔`,
        tips: (
          <>
            <p>{effectTexts[action]}。</p>
            <ul>
              {chosen.slice(0, 10).map((row) => (
                <li key={row.id}>
                  {row.maskedName} {formatAmount(amountOf(row))}
                </li>
              ))}
              {chosen.length > 10 && <li>…共 {chosen.length} 笔</li>}
            </ul>
          </>
        ),
        okText: '开始处理',
        cancelText: '不处理',
        danger: movesMoney(action),
      })
      if (!sure) return
      const authorizationId = movesMoney(action) ? await approveBatch(chosen, action) : undefined
      if (movesMoney(action) && !authorizationId) return
      const { progressId } = await callServer(reconciliation.batch, {
        diffIds: chosen.map((row) => row.id),
        action,
        ...(authorizationId && { authorizationId }),
      })
      await dialogs.progress({
        title: `${actionTitle(action)}：${chosen.length} 笔`,
        progressId,
        stop: () => callServer(reconciliation.stopBatch, { progressId }),
      })
      // Rows that did not work stay selected (ux 3).
      const { data } = await diffs.refetch()
      setSelected((ids) => ids.filter((id) => data?.items.some((row) => row.id === id && isOpen(row))))
      await groups.refetch()
    },
    export: () => download(reconciliation.resultFile, { groupId }),
  }

  return {
    groupId,
    day,
    all,
    rows,
    current,
    groups: groups.data?.items ?? [],
    group: groups.data?.items.find((one) => one.id === groupId),
    loading: diffs.loading,
    error: diffs.error,
    refresh,
    onlyClass,
    setOnlyClass,
    setCursor,
    selected,
    toggle: (id: string) => setSelected((ids) => (ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id])),
    selectClass: (id: string) => setSelected(sameClass(rows, id)),
    actions,
  }
}

export type Bench = ReturnType<typeof useBench>
