import { reconciliation } from '@yibao/shared/calls/reconciliation.ts'
import { reconState } from '@yibao/shared/entities/reconciliation.ts'
import { metaOf } from '@yibao/shared/field.ts'
import { addDays, formatDay } from '@yibao/shared/time.ts'
import { callServer, download } from '../../api/index.ts'
import { ui } from '../../api/ui.ts'
import { defineList, lateTotals, moreFilters, Status, subjectOf, Value } from '../../kit/index.ts'
import { ofAllStores } from '../../organisation/all-stores.ts'
import { StoreFilter } from '../../organisation/store-filter.tsx'
import { compareMarked, isToCompare } from '../../reconciliation/compare-marked.ts'
import { countText, detailText, equalUntil, type Group } from '../../reconciliation/day-result.ts'
import { tones } from '../../reconciliation/tones.ts'
import { go } from '../../state/go.ts'
import { hasStore } from '../../state/me.ts'

const Totals = lateTotals(() => import('../../reconciliation/day-totals.tsx'), 11, true)

const menuCode = 'DayReconciliation'
const need = { menuCode, buttonCode: 'handle' }
const { day, storeId, force } = reconciliation.total.input.shape
const yesterday = () => addDays(formatDay(new Date()), -1)

const State = ({ row }: { row: Group }) => {
  const until = equalUntil(row)
  if (!until) return <Value meta={metaOf(reconState)!} value={row.state} tones={tones} />
  return (
    <span title="这一天还没有结束时的结果，之后的结算没有核对">
      <Status tone="warn">平 {until}</Status>
    </span>
  )
}

/** 日对账: totals first (3201), then details of the unequal groups (3202); a row opens the bench (ux 3). */
export default defineList({
  tableId: 'day-reconciliation',
  call: reconciliation.dayPaged,
  exportAs: 'reconciliation.dayPaged',
  printNeed: { menuCode, buttonCode: 'print' },
  header: Totals,
  // It opens with yesterday, but the days may be any: no word of which.
  empty: '所选日期没有医保结算，无需对账；有疑问可按「对总账」向医保中心核对',
  initial: () => ({ from: yesterday(), to: yesterday() }),
  filters: [
    'from',
    'to',
    'state',
    'pending',
    'insutype',
    { key: 'storeId', more: true, input: StoreFilter },
    ...moreFilters('outFlag', 'clrType', 'clrOptins'),
  ],
  // What a counter's 1366 px show without scrolling: is it even, what is left to do, how much is it about. The split of
  // the amount stands on the detail page; a wider screen takes it from the column panel.
  columns: [
    { key: 'day', width: 96 },
    { key: 'storeName', width: 130 },
    { key: 'state', width: 100, tones, render: (row) => <State row={row} /> },
    { key: 'differences', width: 75, text: (row) => countText(row, row.differences) },
    { key: 'open', width: 70, render: (row) => (row.open ? <b>{row.open}</b> : countText(row, 0)) },
    { key: 'insutype', width: 159 },
    // Two groups of one insurance differ by who clears them: the area, or the province for people from elsewhere.
    { key: 'clrOptins', width: 91 },
    { key: 'local.count', width: 80 },
    { key: 'local.total', width: 110 },
    { key: 'local.fund', width: 110, hidden: true },
    { key: 'local.account', width: 110, hidden: true },
    { key: 'local.cash', width: 110, hidden: true },
    { key: 'centreText', width: 200, hidden: true },
    { key: 'at', width: 110, hidden: true },
    { key: 'operatorName', width: 90, hidden: true },
    { key: 'clrType', width: 95, hidden: true },
    { key: 'resultExpires', width: 120, hidden: true },
  ],
  onOpen: ({ id, day, storeId }) =>
    go(`/reconciliation/day-reconciliation-detail?groupId=${id}&day=${day}&storeId=${storeId}`),
  actions: [
    {
      key: 'total',
      text: '对总账',
      primary: true,
      need,
      run: async (rows, tools) => {
        const { dialogs } = tools
        let progressId: string | undefined
        await dialogs.form({
          title: '对总账',
          intro: await ofAllStores('把这一天的本地合计逐组与医保中心核对。已对过的组选「重新对账」后旧结果作废。')(),
          shape: hasStore() ? { day, force } : { day, storeId, force },
          inputs: { storeId: StoreFilter },
          initial: { day: rows[0]?.day ?? yesterday(), storeId: subjectOf(tools).storeId },
          okText: '开始对账',
          cancelText: '不对账',
          submit: async (asked) => {
            const input = { day: String(asked.day), ...(asked.force === true && { force: true }) }
            if (!hasStore() && !asked.storeId) {
              const started = await callServer(reconciliation.totals, input)
              progressId = started.progressId
              return
            }
            const one = asked.storeId ? { storeId: String(asked.storeId) } : {}
            const { groups, equal, unequal } = await callServer(reconciliation.total, { ...input, ...one })
            ui().success(`${groups.length} 组 · ${equal} 平 · ${unequal} 不平${unequal > 0 ? '，请对明细' : ''}`)
          },
        })
        // What takes long is followed where the form stood, not over it.
        if (progressId) await dialogs.progress({ title: '批量对总账', progressId })
      },
    },
  ],
  batch: [
    {
      key: 'compare',
      text: '对账',
      need,
      disabled: (rows) =>
        rows.some(isToCompare) ? undefined : '选中的组都已对完；要再对一次，请按上面的「对总账」并选「重新对账」',
      run: (rows) => compareMarked(rows),
    },
  ],
  rowActions: [
    {
      key: 'detail',
      text: '对明细',
      need,
      shown: (row) => row.state !== '0',
      run: async (row) => {
        const { differences, automatic } = await callServer(reconciliation.detail, { groupId: row.id })
        ui().success(detailText(differences, automatic))
      },
    },
    {
      key: 'file',
      text: '结果文件',
      shown: (row) => row.resultExpires !== undefined,
      run: (row) => download(reconciliation.resultFile, { groupId: row.id }),
    },
  ],
})
