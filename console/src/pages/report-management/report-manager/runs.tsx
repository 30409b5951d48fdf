import { reportSchedule } from '@yibao/shared/calls/report-schedule.ts'
import { scheduleRun } from '@yibao/shared/entities/report-schedule.ts'
import { metaOf } from '@yibao/shared/field.ts'
import { formatCount } from '@yibao/shared/money.ts'
import { periodText } from '@yibao/shared/reporting/rhythm.ts'
import { Pagination, Table } from 'antd'
import { useState } from 'react'
import { useCall } from '../../../api/index.ts'
import { Group, ReadFault, RecordDrawer, type RowOf, Status, type Tone } from '../../../kit/index.ts'
import styles from './report-run.module.css'

interface Props {
  row: { id: string; code: string; name: string }
  onClose: () => void
}

type Run = RowOf<typeof reportSchedule.runs>
type Outcome = Run['deliveries'][number]['outcome']

const pageSize = 5
const outcomes: Record<Outcome, [string, Tone]> = {
  waiting: ['待发送', 'action'],
  sent: ['已发送', 'good'],
  empty: ['没有数据，已通知', 'off'],
  skipped: ['未发送', 'warn'],
  failed: ['没有发出', 'harm'],
}
const states = metaOf(scheduleRun.shape.state)!.choices!

/** When a report was sent, what of, and what became of it for each recipient. */
export const Runs = ({ row, onClose }: Props) => {
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useCall(
    reportSchedule.runs,
    { id: row.id, page, pageSize },
    { keepPrevious: true, staleTime: 0 },
  )
  return (
    <RecordDrawer title={`${row.code} ${row.name} 的发送记录`} onClose={onClose}>
      <ReadFault error={error} again={refetch} waits={!data} />
      {data?.items.length === 0 && <p>还没有发送过。到了定时的时间，这里列出每个收件人的结果。</p>}
      {data?.items.map((run) => (
        <Group
          key={run.id}
          title={
            <>
              {run.dueAt.slice(0, 16)}，<span className={styles.whole}>统计 {periodText(run)}</span>
            </>
          }
        >
          {(run.state !== 'done' || run.note) && (
            <p className={styles.note}>
              {states[run.state]}
              {run.note && `：${run.note}`}
            </p>
          )}
          {run.deliveries.length > 0 && (
            <Table
              size="small"
              tableLayout="fixed"
              rowKey={(_, i) => String(i)}
              pagination={false}
              dataSource={run.deliveries}
              columns={[
                { title: '收件人', dataIndex: 'name', width: '40%' },
                {
                  title: '结果',
                  dataIndex: 'outcome',
                  render: (outcome: Outcome, { rows, reason }) => {
                    const [text, tone] = outcomes[outcome]
                    return (
                      <>
                        <Status tone={tone}>
                          {outcome === 'sent' ? `${text}，${formatCount(rows ?? 0)} 行` : text}
                        </Status>
                        {reason && <div>{reason}</div>}
                      </>
                    )
                  },
                },
              ]}
            />
          )}
        </Group>
      ))}
      {data && data.total > pageSize && (
        <Pagination
          size="small"
          {...{ current: page, pageSize, total: data.total }}
          showSizeChanger={false}
          onChange={setPage}
        />
      )}
    </RecordDrawer>
  )
}
