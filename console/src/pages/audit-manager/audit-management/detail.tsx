import { audit } from '@yibao/shared/calls/audit.ts'
import { Alert, Button, Space } from 'antd'
import { showImage } from '../../../api/index.ts'
import { defineDetail, Events, Group } from '../../../kit/index.ts'
import { go } from '../../../state/go.ts'
import { stateTones } from './look.ts'

/** One finding, whole: what was said, who went on, what became of it. */
const FindingDetail = defineDetail({
  call: audit.get,
  title: (value) => `审核记录 ${value.no}`,
  tones: { state: stateTones },
  lead: (value) =>
    value.reversed && (
      <Alert
        type="info"
        showIcon
        title="结算已撤销，涉及金额为 0.00"
        description={`结算时涉及 ${value.soldAmount}，撤销后不再扣款，不用申诉。`}
      />
    ),
  groups: [
    {
      title: '审核',
      fields: [
        ...['state', 'rule', 'ruleName', 'kind', 'level', 'message'],
        ...['amount', 'soldAmount', 'deadline', 'handler', 'handledAt'],
      ],
    },
    {
      title: '购药',
      fields: [
        ...['drug', 'nationalCode', 'quantity', 'maskedName', 'insutype', 'medicalType', 'orderNo', 'setlId'],
        ...['storeName', 'createdAt', 'confirmedBy', 'reason'],
      ],
    },
  ],
  footer: ({ orderNo }) => (
    <Button onClick={() => go(`/reconciliation/order-management?f.keyword=${orderNo}`)}>查看订单</Button>
  ),
  extra: ({ id, attachments, events }) => (
    <>
      <Group title="申诉附件">
        {attachments.length === 0 && <p>还没有附件</p>}
        <Space wrap>
          {attachments.map((one) => (
            <Button
              key={one.id}
              onClick={() => void showImage(audit.attachment, { id, attachmentId: one.id }, one.name)}
            >
              {one.name}
            </Button>
          ))}
        </Space>
      </Group>
      <Events title="记录" events={events} empty="还没有处理" />
    </>
  ),
})

export default FindingDetail
