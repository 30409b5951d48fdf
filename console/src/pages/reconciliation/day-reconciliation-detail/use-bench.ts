import { reconciliation } from '@yibao/shared/calls/reconciliation.ts'
import { download, useCall } from '../../../api/index.ts'
import type { Dialogs } from '../../../kit/index.ts'
import { isOpen, nextOpen, sameClass } from '../../../reconciliation/repair/logic.ts'
import { repairsOf } from '../../../reconciliation/repair/repairs.ts'
import { useRunning } from '../../../reconciliation/repair/use-running.ts'
import { useTab, useTabState } from '../../../state/tab.tsx'

/** ms; recovery works on locked rows meanwhile. */
const refreshEvery = 30_000

/** State and actions of the reconciliation bench for the group in the tab's address. */
export const useBench = (dialogs: Dialogs) => {
  const { query } = useTab()
  const groupId = query.groupId ?? ''
  const { day = '', storeId } = query
  const diffs = useCall(reconciliation.diffPaged, groupId ? { groupId } : null, {
    whole: true,
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
  // A newer run, or somebody else, may have taken away what was chosen.
  const chosen = all.filter((row) => isOpen(row) && selected.includes(row.id))

  const refresh = async () => {
    await Promise.all([diffs.refetch(), groups.refetch()])
  }

  const repairs = repairsOf(dialogs, {
    handled: (row) => {
      setSelected((ids) => ids.filter((id) => id !== row.id))
      const next = nextOpen(rows, row.id)
      // Whoever went on by himself meanwhile stays where he is: a key that is pressed now is meant for that row.
      if (next) setCursor((at) => ((rows.find(({ id }) => id === at) ?? rows[0])?.id === row.id ? next : at))
    },
    refresh,
  })

  // They come with the first of them that is pressed: each asks the server for more than that.
  const seldom = () => import('./bench-runs.ts')
  const asked = { groupId, day, storeId, refresh }
  const done = {
    ...repairs,
    total: async () => (await seldom()).runTotal(asked),
    detail: async () => (await seldom()).runDetail(asked),
    automatic: async () => {
      if (await (await seldom()).runAutomatic(dialogs, all)) await refresh()
    },
    batch: async () => {
      if (!(await (await seldom()).runBatch(dialogs, chosen))) return
      // Rows that did not work stay selected (ux 3).
      const { data } = await diffs.refetch()
      setSelected((ids) => ids.filter((id) => data?.items.some((row) => row.id === id && isOpen(row))))
      await groups.refetch()
    },
    export: () => download(reconciliation.resultFile, { groupId }),
  }

  const [actions, isRunning] = useRunning(done)

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
    selected: chosen.map((row) => row.id),
    toggle: (id: string) => setSelected((ids) => (ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id])),
    selectClass: (id: string) => setSelected(sameClass(rows, id)),
    select: setSelected,
    actions,
    isRunning,
  }
}

export type Bench = ReturnType<typeof useBench>
