import type { ResultOf } from '@yibao/shared/call.ts'
import { acceptance } from '@yibao/shared/calls/acceptance.ts'
import { acceptanceStep } from '@yibao/shared/entities/acceptance.ts'
import { useCall } from '../api/index.ts'
import { Fields, Group, ReadFault, RecordDrawer, unreadTitle } from '../kit/index.ts'
import { Wire } from '../kit/wire.tsx'
import { stepTones } from './tones.ts'

type Step = ResultOf<typeof acceptance.get>['rows'][number]

const Messages = ({ id }: { id: string }) => {
  const { data, error, refetch } = useCall(acceptance.message, { id })
  if (error) return <ReadFault error={error} again={refetch} />
  return (
    <>
      <Group title="请求报文">
        <Wire text={data ? data.request : unreadTitle(error)} />
      </Group>
      <Group title="应答报文">
        <Wire text={data ? data.response : unreadTitle(error)} />
      </Group>
    </>
  )
}

/** One transaction of a run: what it came to, and what went over the line. */
export const StepDetail = ({ row, onClose }: { row: Step; onClose: () => void }) => (
  <RecordDrawer title={`${row.infno} ${row.name}`} onClose={onClose}>
    <Group title="结论">
      <Fields
        shape={acceptanceStep.shape}
        values={{ ...row, deviations: row.deviations.join('；') }}
        fields={['state', 'ms', 'infcode', 'msgid', 'text', 'deviations']}
        tones={{ state: stepTones }}
      />
    </Group>
    {row.hasMessage && <Messages id={row.id} />}
  </RecordDrawer>
)

export default StepDetail
