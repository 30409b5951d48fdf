import { clientMonitor } from '@yibao/shared/calls/client-monitor.ts'
import { commandRow } from '@yibao/shared/entities/client-monitor.ts'
import { Button, Input, Skeleton } from 'antd'
import { download, useCall } from '../../../api/index.ts'
import { metaAt, ReadFault, type RowOf, Value } from '../../../kit/index.ts'
import styles from './client-monitor.module.css'

type Row = RowOf<typeof clientMonitor.commands>

const shape = commandRow.shape
const tones = { waiting: 'off', sent: 'action', done: 'good', failed: 'harm', expired: 'warn' } as const

const Text = ({ commandId }: { commandId: string }) => {
  const { data, error, refetch } = useCall(clientMonitor.commandResult, { commandId })
  if (error) return <ReadFault error={error} again={refetch} />
  if (!data) return <Skeleton active />
  return (
    <Input.TextArea
      readOnly
      aria-label="结果"
      className={styles.text}
      value={data.text || '没有内容'}
      autoSize={{ minRows: 3, maxRows: 18 }}
    />
  )
}

interface Props {
  row: Row
  open: boolean
  /** Whether this person may read what came of it. */
  readable: boolean
  onOpen: () => void
}

/** One thing that was asked of a counter and how it ended; its text opens below it, a bundle is a file. */
export const Command = ({ row, open, readable, onOpen }: Props) => {
  const { commandId, kind, state, by, at } = row
  const ended = state === 'done' || state === 'failed'
  const isFile = kind === 'bundle' && state === 'done'
  return (
    <li>
      <div className={styles.line}>
        <b>{metaAt(shape, 'kind').choices?.[kind]}</b>
        <Value meta={metaAt(shape, 'state')} value={state} tones={tones} />
        <span className={styles.at}>
          {at} {by}
        </span>
        <span className={styles.grow} />
        {readable && ended && !isFile && (
          <Button size="small" type="link" aria-expanded={open} onClick={onOpen}>
            {open ? '收起' : '查看结果'}
          </Button>
        )}
        {readable && isFile && (
          <Button
            size="small"
            type="link"
            onClick={() => void download(clientMonitor.bundle, { commandId }).catch(() => undefined)}
          >
            下载
          </Button>
        )}
      </div>
      {open && ended && readable && !isFile && <Text commandId={commandId} />}
    </li>
  )
}
