import { order } from '@yibao/shared/calls/order.ts'
import { useMemo, useState } from 'react'
import { useDialogs } from '../../../console/src/kit/dialogs.tsx'
import { metaAt, valueAt } from '../../../console/src/kit/fields.ts'
import { Rows } from '../../../console/src/kit/list/rows.tsx'
import { defaultSettings } from '../../../console/src/kit/list/settings.ts'
import { fullSpec, type Row } from '../../../console/src/kit/list/spec.ts'
import { Value } from '../../../console/src/kit/value.tsx'
import { columns, width } from './rows.ts'

const spec = fullSpec({
  ...{ tableId: 'bench', call: order.paged, empty: '没有' },
  columns: columns.map((key) => ({ key, width }) as { key: string; width: number }),
  batch: [{ key: 'all', text: '批量', run: () => undefined }],
  rowActions: [
    {
      key: 'ask',
      text: '作废',
      run: (_, { dialogs }) => dialogs.confirm({ title: '作废订单', okText: '作废订单', cancelText: '不作废' }),
    },
  ],
})

/** The kit's own list: heads that drag, fields that format themselves, actions that ask for permission. */
export const Ours = ({ rows }: { rows: Row[] }) => {
  const settings = useMemo(() => ({ ...defaultSettings, pageSize: rows.length }), [rows])
  const [picked, setPicked] = useState<Row[]>([])
  const [dialogs, holder] = useDialogs()
  const tools = useMemo(() => ({ dialogs, refetch: () => {} }), [dialogs])
  return (
    <>
      <Rows
        spec={spec}
        rows={rows}
        settings={settings}
        onSettings={() => {}}
        state={{ filters: {}, page: 1 }}
        onState={() => {}}
        cell={(column, row) => <Value meta={metaAt(spec.shape, column.key)} value={valueAt(row, column.key)} />}
        tools={tools}
        picked={picked}
        onPick={setPicked}
        openedKey={undefined}
        onOpen={undefined}
        loading={false}
        empty="没有"
        pagination={false}
      />
      {holder}
    </>
  )
}
