import type { InputOf } from '@yibao/shared/call.ts'
import { clientMonitor } from '@yibao/shared/calls/client-monitor.ts'
import { registeredRow } from '@yibao/shared/entities/client-monitor.ts'
import { useState } from 'react'
import { Actions, act, type Dialogs, Drawer, type RowOf, useAllowed } from '../../../kit/index.ts'
import { SearchBox } from '../../../kit/list/search-box.tsx'
import { columnsOf, PagedTable, usePaged } from '../../../kit/paged-table.tsx'

type Row = RowOf<typeof clientMonitor.registered>

const tones = { standing: { ready: 'good', stopped: 'harm', moved: 'harm', closed: 'off' } } as const
const widths = { storeName: 150, clientNo: 104, pcName: 104, operator: 104, standing: 116, companyName: 150 }
const columns = columnsOf(registeredRow.shape, widths, tones)

const rowActions = [
  act({
    key: 'unregister',
    text: '解除登记',
    danger: true,
    call: clientMonitor.unregister,
    input: ({ id }: Row) => ({ id }),
    confirm: ({ clientNo, pcName, storeName }: Row) => ({
      title: `解除客户端编号「${clientNo}」的登记`,
      tips: `${storeName}的「${pcName || clientNo}」立即不能从 ERP 进入，已经打开的页面不受影响。编号可以在任何一家门店重新登记（电脑上的「安装初始化」）。`,
    }),
    done: '已解除登记，编号可以重新使用',
  }),
]

/** The numbers by which ERPs come in without a password, at which store each is, and whether it still works. */
const Registered = ({ dialogs, onClose }: { dialogs: Dialogs; onClose: () => void }) => {
  const [asked, setAsked] = useState<InputOf<typeof clientMonitor.registered>>({})
  const paged = usePaged(clientMonitor.registered, asked)
  const acting = {
    ...{ title: '操作', key: 'actions', fixed: 'right' as const, width: 96 },
    render: (_: unknown, row: Row) => (
      <Actions inRow actions={rowActions} target={row} tools={{ dialogs, refetch: paged.refetch }} />
    ),
  }
  const acts = rowActions.some(useAllowed())
  return (
    <Drawer open size={Math.min(900, innerWidth)} title="客户端编号" onClose={onClose}>
      <p>ERP 用这些编号免密进入医保云（静默登录），以登记时的操作员身份操作。</p>
      <SearchBox
        autoFocus
        label="查找客户端编号"
        placeholder="编号/电脑/门店/操作员"
        style={{ width: 240, marginBottom: 12 }}
        onAsk={(keyword) => setAsked({ keyword })}
      />
      <PagedTable
        paged={paged}
        scroll={{ x: 'max-content' }}
        none={asked.keyword ? '没有符合条件的编号' : '还没有登记。在门店电脑的「安装初始化」中登记后，出现在这里'}
        columns={[...columns, ...(acts ? [acting] : [])]}
      />
    </Drawer>
  )
}

export default Registered
