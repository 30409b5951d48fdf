import type { ResultOf } from '@yibao/shared/call.ts'
import { acceptance } from '@yibao/shared/calls/acceptance.ts'
import { stepState } from '@yibao/shared/entities/acceptance.ts'
import { orderStatus } from '@yibao/shared/entities/settlement.ts'
import { metaOf } from '@yibao/shared/field.ts'
import { can } from '@yibao/shared/permission.ts'
import { Alert, Button, Space, Table } from 'antd'
import { useState } from 'react'
import { download } from '../api/index.ts'
import { defineDetail, Group, needOf, Value } from '../kit/index.ts'
import { go } from '../state/go.ts'
import { useMe } from '../state/me.ts'
import { StepDetail } from './step-detail.tsx'
import { runTones, stepTones } from './tones.ts'

type Run = ResultOf<typeof acceptance.get>
type Step = Run['rows'][number]

const said = ({ text, deviations }: Step) => (
  <>
    {text || '--'}
    {deviations.length > 0 && <div>应答与规范不符：{deviations.join('；')}</div>}
  </>
)

const Steps = ({ rows }: { rows: Step[] }) => {
  const [shown, show] = useState<Step>()
  return (
    <>
      <Table
        size="small"
        rowKey="id"
        pagination={false}
        dataSource={rows}
        columns={[
          { key: 'infno', title: '交易', render: ({ infno, name }: Step) => `${infno} ${name}` },
          {
            key: 'state',
            title: '结果',
            width: 100,
            render: ({ state }: Step) => <Value meta={metaOf(stepState)!} value={state} tones={stepTones} />,
          },
          { key: 'ms', dataIndex: 'ms', title: '毫秒', width: 60, align: 'right', render: (ms?: number) => ms ?? '--' },
          { key: 'text', title: '结论', render: said },
          {
            key: 'message',
            title: '',
            width: 70,
            render: (step: Step) =>
              step.hasMessage && (
                <Button type="link" size="small" aria-label={`${step.infno} 的报文`} onClick={() => show(step)}>
                  报文
                </Button>
              ),
          },
        ]}
      />
      {shown && <StepDetail row={shown} onClose={() => show(undefined)} />}
    </>
  )
}

const maySheet = () => {
  const { me } = useMe.getState()
  return me !== null && needOf(acceptance.sheet)?.some((need) => can(me, need))
}

const orderPage = (orderNo: string) => go(`/reconciliation/order-management?f.keyword=${orderNo}`)

/** One run, whole: each transaction with what it came to, and what became of the purchases. */
export const RunDetail = defineDetail({
  call: acceptance.get,
  title: ({ storeName, startedAt }) => `验收 ${storeName} · ${startedAt}`,
  tones: { state: runTones },
  lead: ({ note }) => note && <Alert type="warning" showIcon title={note} />,
  groups: [
    {
      title: '验收',
      fields: ['state', 'passed', 'failed', 'steps', 'operatorName', 'maskedName', 'startedAt', 'endedAt'],
    },
  ],
  footer: ({ id, state }) =>
    state !== 'running' &&
    maySheet() && <Button onClick={() => void download(acceptance.sheet, { id })}>导出验收结果</Button>,
  extra: ({ rows, orders }) => (
    <>
      <Group title="步骤">
        <Steps rows={rows} />
      </Group>
      {orders.length > 0 && (
        <Group title="验收订单">
          <Space wrap>
            {orders.map(({ orderId, orderNo, status }) => (
              <Button key={orderId} onClick={() => orderPage(orderNo)}>
                {orderNo} {metaOf(orderStatus)?.choices?.[status]}
              </Button>
            ))}
          </Space>
        </Group>
      )}
    </>
  ),
})

export default RunDetail
