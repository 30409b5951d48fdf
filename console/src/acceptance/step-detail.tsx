import type { ResultOf } from '@yibao/shared/call.ts'
import { acceptance } from '@yibao/shared/calls/acceptance.ts'
import { acceptanceStep } from '@yibao/shared/entities/acceptance.ts'
import { useCall } from '../api/index.ts'
import { Fields, Group, ReadFault, RecordDrawer, unreadTitle } from '../kit/index.ts'
import styles from './acceptance.module.css'
import { stepTones } from './tones.ts'

type Step = ResultOf<typeof acceptance.get>['rows'][number]

/** JSON with its lines; anything else as it came. */
const readable = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

const Wire = ({ id }: { id: string }) => {
  const { data, error, refetch } = useCall(acceptance.message, { id })
  if (error) return <ReadFault error={error} again={refetch} />
  return (
    <>
      <Group title="请求报文">
        <pre className={styles.wire}>{data ? readable(data.request) : unreadTitle(error)}</pre>
      </Group>
      <Group title="应答报文">
        <pre className={styles.wire}>{data ? readable(data.response) : unreadTitle(error)}</pre>
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
    {row.hasMessage && <Wire id={row.id} />}
  </RecordDrawer>
)

export default StepDetail
