import type { ResultOf } from '@yibao/shared/call.ts'
import type { liquidation } from '@yibao/shared/calls/liquidation.ts'
import { claimNames, liquidationRow } from '@yibao/shared/entities/liquidation.ts'
import { fen, yuan } from '@yibao/shared/money.ts'
import { Table } from 'antd'
import { Money, metaAt } from '../kit/index.ts'
import { sidesOf } from './lead.ts'

type Detail = ResultOf<typeof liquidation.detail>
type Amount = string | number

const gap = (one: Amount, other: Amount): Amount =>
  typeof one === 'number' ? one - Number(other) : yuan(fen(one) - fen(String(other)))

const Shown = ({ value, signed }: { value: Amount | undefined; signed?: boolean }) => {
  if (value === undefined) return '--'
  if (typeof value === 'string') return <Money value={value} signed={signed ?? false} />
  return signed && value > 0 ? `+${value}` : value
}

/** What is claimed beside our books when it was made and now, and what the centre holds; differences are claim less now. */
export const Compared = ({ detail }: { detail: Detail }) => {
  const centre: Partial<Record<(typeof claimNames)[number], string | undefined>> = {
    total: detail.centreTotal,
    fund: detail.centreFund,
  }
  const rows = claimNames.map((name) => ({
    ...{ name, title: metaAt(liquidationRow.shape, name).title, claim: detail[name], book: detail.book[name] },
    ...{ now: detail.now[name], gap: gap(detail[name], detail.now[name]), centre: centre[name] },
  }))
  const columns = sidesOf(detail).map(([key, title]) => ({
    ...{ key, dataIndex: key, title, align: 'right' as const },
    render: (value: Amount | undefined) => <Shown value={value} signed={key === 'gap'} />,
  }))
  return (
    <Table
      size="small"
      rowKey="name"
      pagination={false}
      scroll={{ x: 'max-content' }}
      dataSource={rows}
      columns={[{ key: 'title', dataIndex: 'title', title: '项目' }, ...columns]}
    />
  )
}
