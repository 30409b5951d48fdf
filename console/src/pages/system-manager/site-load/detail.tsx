import { siteLoad } from '@yibao/shared/calls/site-load.ts'
import { nodeRange, nodeRow } from '@yibao/shared/entities/site-load.ts'
import { metaOf } from '@yibao/shared/field.ts'
import { Skeleton } from 'antd'
import { useMemo, useState } from 'react'
import { useCall } from '../../../api/index.ts'
import { Fields, ReadFault, RecordDrawer, type RowOf } from '../../../kit/index.ts'
import { LinesChart } from '../../../kit/late/charts.tsx'
import Segmented from '../../../kit/segmented.tsx'
import { figures, linesOf, sentenceOf } from './figures.ts'
import { useRefreshEvery } from './refresh.ts'
import styles from './site-load.module.css'
import { stateTones } from './tones.ts'

type Row = RowOf<typeof siteLoad.current>
type Range = 'hour' | 'day' | 'week'

const ranges = Object.entries(metaOf(nodeRange)?.choices ?? {}).map(([value, label]) => ({
  value: value as Range,
  label,
}))

const fields = ['state', 'asked', 'host', 'role', 'version', 'since', 'uptime', 'heartbeatAt', 'db', 'id']

/** One node beside the list: what it is, and how it was. */
export default function NodeDetail({ row, onClose }: { row: Row; onClose: () => void }) {
  const { name } = row
  const [range, setRange] = useState<Range>('hour')
  const every = useRefreshEvery()
  const { data, error, loading, refetch } = useCall(
    siteLoad.history,
    { name, range },
    // A step of a longer time is a longer time.
    { refetchInterval: range === 'hour' ? every : 60_000, keepPrevious: true },
  )
  const drawn = useMemo(
    () =>
      data &&
      figures.map((figure) => ({ figure, lines: linesOf(data, figure, range), words: sentenceOf(data, figure) })),
    [data, range],
  )
  return (
    <RecordDrawer title={name} onClose={onClose}>
      <Fields shape={nodeRow.shape} values={row} fields={fields} tones={{ state: stateTones }} />
      <div className={styles.range}>
        <Segmented aria-label="时间范围" value={range} onChange={setRange} options={ranges} />
        断开处没有记录；重启前的负载在同一张图上
      </div>
      <ReadFault error={error} again={refetch} />
      {loading && <Skeleton active paragraph={{ rows: 8 }} />}
      <div className={styles.charts}>
        {drawn?.map(({ figure: { title }, lines, words }) => (
          <section key={title} aria-label={title}>
            <h3>
              {title}
              <small>{words}</small>
            </h3>
            <LinesChart data={lines} label={`${title}：${words}`} />
          </section>
        ))}
      </div>
    </RecordDrawer>
  )
}
