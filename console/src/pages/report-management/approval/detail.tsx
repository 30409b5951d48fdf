import { approval } from '@yibao/shared/calls/approval.ts'
import { can } from '@yibao/shared/permission.ts'
import { Alert, Button, Space } from 'antd'
import { useCall } from '../../../api/index.ts'
import {
  Actions,
  Events,
  Facts,
  Fields,
  Group,
  ReadFault,
  RecordDrawer,
  shapeOf,
  type Tools,
  unreadTitle,
} from '../../../kit/index.ts'
import { go } from '../../../state/go.ts'
import { useMe } from '../../../state/me.ts'
import { rowActions } from './actions.tsx'
import { type Detail, type Row, stateTones, subjectLink } from './look.ts'

const shape = shapeOf(approval.get.result)

const Standing = ({ one }: { one: Detail }) => {
  if (one.state === 'refused')
    return (
      <Alert
        type="warning"
        showIcon
        title="已通过，但没有执行"
        description={`${one.outcome}。需要时由申请人重新提交。`}
      />
    )
  if (one.state === 'approved')
    return <Alert type="info" showIcon title="已通过，正在执行" description={one.outcome ?? '结果会写在这里'} />
  return null
}

interface Props {
  row: Row
  onClose: () => void
  tools: Tools
}

/** One application: what is asked in words, who said what, and what can be done with it. */
const ApprovalDetail = ({ row, onClose, tools }: Props) => {
  const { data, error, refetch } = useCall(approval.get, { id: row.id })
  const me = useMe((state) => state.me)
  const again = { ...tools, refetch: () => Promise.all([refetch(), tools.refetch()]) }
  const link = data && subjectLink(data)
  const foot = data && link && (
    <Space wrap>
      <Actions actions={rowActions} target={data} tools={again} />
      {me && can(me, { menuCode: link.menuCode }) && <Button onClick={() => go(link.to)}>{link.text}</Button>}
    </Space>
  )
  return (
    <RecordDrawer title={data ? `审批 ${data.title}` : unreadTitle(error)} onClose={onClose} footer={foot}>
      <ReadFault error={error} again={refetch} waits={!data} />
      {data && (
        <>
          <Standing one={data} />
          <Group title="申请">
            <Fields
              shape={shape}
              values={data}
              tones={{ state: stateTones }}
              fields={[
                ...['state', 'kind', 'applicantName', 'storeName', 'money', 'submittedAt', 'expiresAt', 'node'],
                ...['no', 'reason'],
              ]}
            />
          </Group>
          <Group title="申请的内容">
            <Facts of={data.facts} />
          </Group>
          {data.judgedBy && (
            <Group title="审批">
              <Fields shape={shape} values={data} fields={['judgedBy', 'judgedAt', 'opinion', 'outcome']} />
            </Group>
          )}
          <Events title="记录" events={data.events} />
        </>
      )}
    </RecordDrawer>
  )
}

export default ApprovalDetail
