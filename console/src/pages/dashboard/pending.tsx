import type { ResultOf } from '@yibao/shared/call.ts'
import type { report } from '@yibao/shared/calls/dashboard.ts'
import { shortTime } from '@yibao/shared/time.ts'
import { useErpStanding } from '../../agent/erp-standing.ts'
import { go } from '../../state/go.ts'
import styles from './dashboard.module.css'
import { inOrder, mostUrgent, waitingCount } from './look.ts'
import { Tile } from './tile.tsx'

type Pending = Pick<ResultOf<typeof report.dashboard>, 'pending'>

interface Props extends Pending {
  /** Results that the ERP has not acknowledged, as this window's counter knows; nothing that the server could count. */
  unheard: number
  onResend: () => void
}

/** What must be finished, the most urgent first. */
export const PendingList = ({ pending, unheard, onResend }: Props) => {
  const rows = inOrder(pending)
  const counted = unheard ? [...rows, { kind: 'unheard', count: unheard }] : rows
  return (
    <Tile title="待处理" aside={counted.length ? waitingCount(counted) : undefined}>
      {counted.length === 0 && <p className={styles.good}>✓ 没有待处理的事</p>}
      <ul className={styles.list}>
        {mostUrgent(rows).map(({ id, orderNo, text, at, look: { title, tone, path, alone } }) => (
          <li key={id}>
            <button type="button" onClick={() => go(alone && orderNo ? `${path}?f.keyword=${orderNo}` : path)}>
              <span className={styles[tone]}>{title}</span>
              {text}
              <time>{shortTime(at, new Date())}</time>
            </button>
          </li>
        ))}
        {unheard > 0 && (
          <li>
            <button type="button" onClick={onResend}>
              <span className={styles.warn}>待回传</span>
              {unheard} 笔结算的结果 ERP 还没有确认收到，按此重发
            </button>
          </li>
        )}
      </ul>
    </Tile>
  )
}

/** What must I finish (ux 7). */
export const PendingTile = ({ pending }: Pending) => {
  const { waiting, resend } = useErpStanding()
  return <PendingList pending={pending} unheard={waiting} onResend={resend} />
}
