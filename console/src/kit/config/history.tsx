import type { InputOf } from '@yibao/shared/call.ts'
import { Empty, Pagination } from 'antd'
import { useState } from 'react'
import { useCall } from '../../api/index.ts'
import { metaAt } from '../fields.ts'
import { Drawer } from '../late/antd.ts'
import { ReadFault } from '../read-fault.tsx'
import styles from './config.module.css'
import { OptionValue } from './option-value.tsx'
import type { ConfigSpec } from './types.ts'

interface Change {
  id: string
  at: string
  userName: string
  changes: { key: string; from?: unknown; to?: unknown }[]
}

interface Props {
  spec: ConfigSpec
  place: Record<string, unknown>
  name: string
  onClose: () => void
}

const pageSize = 20
const width = 560

/** Who changed which options, what from and to; taken from the operation log. */
export const History = ({ spec, place, name, onClose }: Props) => {
  const [page, setPage] = useState(1)
  const { history, fields } = spec
  const answer = useCall(history, { ...place, page, pageSize } as InputOf<typeof history>, { staleTime: 0 })
  const data = answer.data as { items: Change[]; total: number } | undefined
  const words = (key: string, value: unknown) =>
    value === undefined ? (
      '未设置'
    ) : metaAt(fields, key).kind === 'group' ? (
      (value as { name: string }).name
    ) : (
      <OptionValue fields={fields} name={key} value={value} />
    )
  return (
    <Drawer open title={`修改记录：${name}`} size={Math.min(width, innerWidth)} onClose={onClose}>
      <ReadFault error={answer.error} again={answer.refetch} waits={answer.loading} />
      {data?.items.length === 0 && <Empty description="还没有人修改过这里的配置" />}
      {data?.items.map(({ id, at, userName, changes }) => (
        <article key={id} className={styles.change}>
          <h3>
            {at} {userName}
          </h3>
          <ul>
            {changes.map(({ key, from, to }) => (
              <li key={key}>
                {metaAt(fields, key).title}：{words(key, from)} → {words(key, to)}
              </li>
            ))}
          </ul>
        </article>
      ))}
      {data && data.total > pageSize && (
        <Pagination
          current={page}
          pageSize={pageSize}
          total={data.total}
          showSizeChanger={false}
          onChange={(next) => setPage(next)}
        />
      )}
    </Drawer>
  )
}
