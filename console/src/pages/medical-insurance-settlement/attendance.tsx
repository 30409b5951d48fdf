import { signIn } from '@yibao/shared/calls/sign-in.ts'
import { formatCount } from '@yibao/shared/money.ts'
import { Button, Skeleton } from 'antd'
import { useAction, useCall } from '../../api/index.ts'
import { ui } from '../../api/ui.ts'
import { defineList, hiddenColumns, ReadFault, Status, type Tools, whileRunning } from '../../kit/index.ts'
import { StoreFilter } from '../../organisation/store-filter.tsx'
import { unsignedText } from '../../shell/lights/centre-light.ts'
import { hasStore, useCan } from '../../state/me.ts'
import styles from './attendance/attendance.module.css'

const menuCode = 'Attendance'

const Current = ({ tools }: { tools: Tools }) => {
  const can = useCan()
  const current = useCall(signIn.current, {})
  const enter = useAction(signIn.do, { invalidates: [signIn.current, signIn.paged] })
  const leave = useAction(signIn.signOut, { invalidates: [signIn.current, signIn.paged] })
  const row = current.data?.row
  const mayAct = can({ menuCode, buttonCode: 'add' })

  const signOut = async () => {
    const sure = await tools.dialogs.confirm({
      title: '签退',
      tips: '签退后本账号不能结算，在其他电脑上登录的也不能，其他店员不受影响。本账号当天还有结果未知的订单时不能签退。',
      okText: '签退',
      cancelText: '不签退',
      danger: true,
    })
    if (!sure) return
    await leave.run({})
    ui().success('已签退')
  }

  if (current.loading) return <Skeleton active paragraph={{ rows: 1 }} />
  if (current.error) return <ReadFault error={current.error} again={current.refetch} />
  return (
    <section className={styles.current} aria-label="当前签到">
      {row ? (
        <>
          <Status tone="good">已签到</Status>
          <span>
            {row.signedInAt} · {row.operatorName} · 签到号 {row.signNo ?? '--'} · 本次已结算{' '}
            {formatCount(row.settlements)} 笔
          </span>
        </>
      ) : (
        <>
          <Status tone="warn">未签到</Status>
          <span>{unsignedText(current.data?.endedAt)}</span>
        </>
      )}
      <span style={{ flex: 1 }} />
      {mayAct && !row && (
        <Button
          type="primary"
          {...whileRunning(enter.running)}
          onClick={() => void enter.run({}).catch(() => undefined)}
        >
          签到
        </Button>
      )}
      {mayAct && row && (
        <Button {...whileRunning(leave.running)} onClick={() => void signOut().catch(() => undefined)}>
          签退
        </Button>
      )}
    </section>
  )
}

/** An administrator has no store of his own: whether his stores have signed in stands in the list. */
const Header = ({ tools }: { tools: Tools }) => {
  if (hasStore()) return <Current tools={tools} />
  return (
    <section className={styles.current} aria-label="当前签到">
      <span>签到和签退由各门店的店员操作，这里是各门店的签到记录。</span>
    </section>
  )
}

/** 签到签退: the store's session with the centre (9001/9002) and its history (domain.md 8.6). */
export default defineList({
  tableId: 'attendance',
  call: signIn.paged,
  exportAs: 'signIn.paged',
  header: Header,
  empty: '这段时间没有签到记录',
  filters: ['from', 'to', 'operatorName', { key: 'storeId', more: true, input: StoreFilter }],
  columns: [
    { key: 'signedInAt', width: 110 },
    { key: 'signedOutAt', width: 110 },
    { key: 'open', width: 90, tones: { true: 'good', false: 'off' } },
    { key: 'operatorName', width: 100 },
    { key: 'result', width: 240 },
    { key: 'storeName', width: 150 },
    { key: 'settlements', width: 100 },
    { key: 'signNo', width: 150 },
    ...hiddenColumns({ ip: 130, mac: 140 }),
  ],
})
