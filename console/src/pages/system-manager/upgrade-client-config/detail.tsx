import { upgradeClient } from '@yibao/shared/calls/upgrade-client.ts'
import { releaseProgress, releaseRow } from '@yibao/shared/entities/release.ts'
import { Drawer, Empty, Pagination, Select, Skeleton } from 'antd'
import { useState } from 'react'
import { useCall } from '../../../api/index.ts'
import { clear } from '../../../kit/clear.tsx'
import { Fields, metaAt, ReadFault, type RowOf, Value } from '../../../kit/index.ts'
import styles from './detail.module.css'

type Row = RowOf<typeof upgradeClient.paged>
type State = RowOf<typeof upgradeClient.progress>['state']

const tones = {
  installed: 'good',
  working: 'action',
  waiting: 'off',
  faulty: 'harm',
  pending: 'off',
  newer: 'off',
} as const
const shape = releaseProgress.shape
const pageSize = 20

/** A release beside the list: what was signed, and how far each counter of its ring is, what went wrong first. */
export default function ReleaseDetail({ row, onClose }: { row: Row; onClose: () => void }) {
  const [page, setPage] = useState(1)
  const [state, setState] = useState<State>()
  const { releaseId } = row
  const wanted = row.state === 'draft' ? null : { releaseId, page, pageSize, state }
  const answer = useCall(upgradeClient.progress, wanted, { refetchInterval: 15_000, keepPrevious: true })
  const states = Object.entries(metaAt(shape, 'state').choices ?? {}).map(([value, label]) => ({ value, label }))
  return (
    <Drawer open size={Math.min(720, innerWidth)} title={`版本 ${row.version}`} onClose={onClose}>
      <Fields
        shape={releaseRow.shape}
        values={row}
        fields={[
          'channel',
          'state',
          'scopeText',
          'forced',
          'minVersion',
          'files',
          'size',
          'signers',
          'expiresAt',
          'createdBy',
          'createdAt',
          'notes',
        ]}
      />
      <div className={styles.head}>
        <h3>升级进度</h3>
        <Select
          allowClear={clear}
          aria-label="进度"
          placeholder="全部进度"
          className={styles.filter}
          options={states}
          value={state}
          onChange={(next: State | undefined) => {
            setState(next)
            setPage(1)
          }}
        />
      </div>
      {row.state === 'draft' && <Empty description="发布后，这里显示每台客户端的进度" />}
      <ReadFault error={answer.error} again={answer.refetch} old={answer.data} />
      {answer.loading && row.state !== 'draft' && <Skeleton active />}
      {answer.data?.items.length === 0 && <Empty description="范围内没有这样的客户端" />}
      <ul className={styles.list}>
        {answer.data?.items.map((one) => (
          <li key={one.agentId}>
            <Value meta={metaAt(shape, 'state')} value={one.state} tones={tones} />
            <div>
              <b>{one.machine}</b> {one.stores}
              <div className={styles.more}>
                当前 {one.version}
                {one.detail && ` · ${one.detail}`}
                {one.lastSeenAt && ` · 最后心跳 ${one.lastSeenAt}`}
              </div>
            </div>
          </li>
        ))}
      </ul>
      {(answer.data?.total ?? 0) > pageSize && (
        <Pagination size="small" current={page} pageSize={pageSize} total={answer.data?.total} onChange={setPage} />
      )}
    </Drawer>
  )
}
