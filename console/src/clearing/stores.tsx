import { clearScore } from '@yibao/shared/calls/clear-score.ts'
import { clearingMonth } from '@yibao/shared/entities/clearing.ts'
import { Actions, metaAt, RecordDrawer, useDialogs, Value } from '../kit/index.ts'
import { columnsOf, PagedTable, usePaged } from '../kit/paged-table.tsx'
import { type Month, monthActions } from './month-actions.tsx'
import { stateTones } from './tones.ts'

const columns = columnsOf(clearingMonth.shape, ['open', 'confirmed', 'refused', 'confirmedPaid'])

/** A store, how it stands, and what the centre said last. */
const place = {
  ...{ key: 'store', title: '门店' },
  render: (_: unknown, { storeName, state, message }: Month) => (
    <>
      <div>{storeName}</div>
      <Value meta={metaAt(clearingMonth.shape, 'state')} value={state} tones={stateTones} />
      {message && <div>{message}</div>}
    </>
  ),
}

/** The stores of a month, those with work left first. */
const Stores = ({ month, onClose }: { month?: string; onClose: () => void }) => {
  const [dialogs, holder] = useDialogs()
  const paged = usePaged(clearScore.months, { month })
  const actions = {
    ...{ key: 'actions', title: '操作' },
    render: (_: unknown, row: Month) => (
      <Actions actions={monthActions} target={row} tools={{ dialogs, refetch: paged.refetch }} />
    ),
  }
  return (
    <RecordDrawer title={`各店清分进度 ${month ?? ''}`} onClose={onClose}>
      {holder}
      <PagedTable
        paged={paged}
        columns={[place, ...columns, actions]}
        scroll={{ x: 560 }}
        none="还没有门店提取这个月"
        unit="店"
      />
    </RecordDrawer>
  )
}

export default Stores
