import type { ResultOf } from '@yibao/shared/call.ts'
import type { clearScore } from '@yibao/shared/calls/clear-score.ts'
import { clearingRow } from '@yibao/shared/entities/clearing.ts'
import { Alert, Table } from 'antd'
import { Actions, Fields, Group, Money, RecordDrawer, type Tools } from '../kit/index.ts'
import { go } from '../state/go.ts'
import { answerTones, resultTones } from './tones.ts'

type Row = ResultOf<typeof clearScore.paged>['items'][number]

const advice: Record<Row['result'], string | undefined> = {
  equal: undefined,
  differs: '两边金额不同。确认后医保中心按它的金额支付；不认可的在列表勾选这一行，按「不认」并写明原因，再与中心核对。',
  centreOnly:
    '本地没有这笔异地结算。先到「日对账」核对这一天，补录后再按「重新比对」；确实不是本店的在列表勾选这一行，按「不认」。',
  oursOnly: '医保中心的清分没有这笔结算，不能确认。先到「日对账」核对这一天，仍然没有的请与中心联系。',
}
const lacking = (what: string) =>
  `医保中心的清分没有给这一笔的${what}，向中心确认或不认都须报它，所以这一笔不能处理，其他的不受影响。请联系医保中心补上，再按「提取明细」。`
const repeated = (which: string) =>
  `医保中心的清分里有结算流水号、就诊号、时间、金额都相同的明细，这是 ${which}。每一笔都单独确认或不认。确实只结算了一次的，先与中心核对是哪一笔、能否单独不认，再报「不认」。`
const money = (value: string | undefined, signed = false) => <Money value={value} signed={signed} />
const column = (key: 'theirs' | 'ours' | 'gap', title: string) => ({
  ...{ key, dataIndex: key, title, align: 'right' as const },
  render: (value: string | undefined) => money(value, key === 'gap'),
})
const drill = {
  ...{ key: 'order', text: '查看订单', need: { menuCode: 'OrderManagement' } },
  shown: ({ orderNo }: Row) => orderNo !== undefined,
  run: ({ orderNo }: Row) =>
    go(`/reconciliation/order-management?${new URLSearchParams({ 'f.keyword': orderNo ?? '' })}`),
}
const dayOf = {
  ...{ key: 'day', text: '日对账', need: { menuCode: 'DayReconciliation' } },
  shown: ({ result }: Row) => result !== 'equal',
  run: ({ settledAt, storeId }: Row) => {
    const day = settledAt.slice(0, 10)
    go(
      `/reconciliation/day-reconciliation?${new URLSearchParams({ 'f.from': day, 'f.to': day, 'f.storeId': storeId })}`,
    )
  },
}

/** A row of the clearing with both sides beside each other, and where to look next. */
const ClearingDetail = ({ row, tools, onClose }: { row: Row; tools: Tools; onClose: () => void }) => {
  const fields = (...names: string[]) => (
    <Fields
      shape={clearingRow.shape}
      values={row}
      fields={names}
      tones={{ result: resultTones, answer: answerTones }}
    />
  )
  const texts = [row.lacks && lacking(row.lacks), row.alike && repeated(row.alike), advice[row.result]]
  const rows = [
    { key: 'total', title: '医疗费总额', theirs: row.total, ours: row.ownTotal, gap: row.totalGap },
    { key: 'paid', title: '经办机构支付', theirs: row.paid, ours: row.ownPaid, gap: row.paidGap },
  ]
  return (
    <RecordDrawer title={`清分 ${row.setlSn} · ${row.maskedName ?? '本地没有'}`} onClose={onClose}>
      {texts.map(
        (text) => text && <Alert key={text} type="warning" showIcon title={text} style={{ marginBottom: 12 }} />,
      )}
      <Group title="金额">
        <Table
          size="small"
          rowKey="key"
          pagination={false}
          dataSource={rows}
          columns={[
            { key: 'title', dataIndex: 'title', title: '项目' },
            column('theirs', '中心'),
            column('ours', '本地'),
            column('gap', '本地减中心'),
          ]}
        />
      </Group>
      <Group title="结算">
        {fields(
          'result',
          'settledAt',
          'setlSn',
          'mdtrtId',
          'seqno',
          'maskedCertNo',
          'insuredArea',
          'advance',
          'orderNo',
        )}
        <div style={{ marginTop: 8 }}>
          <Actions actions={[drill, dayOf]} target={row} tools={tools} />
        </div>
      </Group>
      <Group title="确认">{fields('answer', 'answeredAt', 'answeredBy', 'note')}</Group>
    </RecordDrawer>
  )
}

export default ClearingDetail
