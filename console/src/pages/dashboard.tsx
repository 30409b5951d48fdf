import { report } from '@yibao/shared/calls/books.ts'
import { signIn } from '@yibao/shared/calls/store.ts'
import { formatAmount } from '@yibao/shared/money.ts'
import { shortTime } from '@yibao/shared/time.ts'
import type { ReactNode } from 'react'
import { useAction, useCall } from '../api/index.ts'
import { Button } from '../shell/button.tsx'
import { go } from '../state/go.ts'
import { useCan, useMe } from '../state/me.ts'
import styles from './dashboard/dashboard.module.css'
import { Days } from './dashboard/days.tsx'
import { pendingLook, yesterdayLook } from './dashboard/look.ts'

const Tile = ({
  title,
  aside,
  wide,
  children,
}: {
  title: string
  aside?: ReactNode
  wide?: boolean
  children: ReactNode
}) => (
  <section className={`${styles.tile} ${wide ? styles.wide : ''}`}>
    <h2>
      {title} <small>{aside}</small>
    </h2>
    {children}
  </section>
)

/** 首页: the state of the clerk's day at a glance; each tile answers one question and leads on (ux 7). */
export default function Dashboard() {
  const can = useCan()
  const admin = useMe((state) => state.me?.isAdminUser ?? false)
  const { data, error, refetch } = useCall(report.dashboard, {}, { refetchInterval: 60_000 })
  const doSignIn = useAction(signIn.do, { invalidates: [report.dashboard, signIn.current] })
  if (error && !data)
    return (
      <Tile title="首页没有读到">
        <p>{error.message}</p>
        <Button className={styles.button} primary onClick={() => void refetch()}>
          重新读取
        </Button>
      </Tile>
    )
  if (!data) return <div aria-busy="true" />
  const now = new Date()
  const { sign, today, pending, yesterday } = data
  const mayCounter = can({ menuCode: 'SwipingCard' })
  const look = yesterday && yesterdayLook(yesterday)
  return (
    <div className={styles.page}>
      {/* An administrator has no store to sign in. */}
      {!admin && (
        <Tile title="签到">
          {sign.signed ? (
            <>
              <p className={`${styles.big} ${styles.good}`}>✓ 已签到</p>
              <p className={styles.grey}>
                {sign.at && shortTime(sign.at, now)} {sign.operatorName}
              </p>
            </>
          ) : (
            <>
              <p className={`${styles.big} ${styles.warn}`}>△ 未签到</p>
              <p className={styles.grey}>签到后才能结算</p>
              {can({ menuCode: 'Attendance', buttonCode: 'add' }) && (
                <p className={styles.button}>
                  <Button
                    primary
                    disabled={doSignIn.running}
                    onClick={() => void doSignIn.run({}).catch(() => undefined)}
                  >
                    签到
                  </Button>
                </p>
              )}
            </>
          )}
        </Tile>
      )}

      <Tile title="待处理" aside={pending.length ? `${pending.length} 件` : undefined}>
        {pending.length === 0 && <p className={styles.good}>✓ 没有待处理的事</p>}
        <ul className={styles.list}>
          {[...pending]
            .sort((a, b) => pendingLook[a.kind].order - pendingLook[b.kind].order)
            .slice(0, 5)
            .map((tile) => (
              <li key={tile.id}>
                <button type="button" onClick={() => go(pendingLook[tile.kind].path)}>
                  <span className={styles[pendingLook[tile.kind].tone]}>{pendingLook[tile.kind].title}</span>
                  {tile.text}
                  <time>{shortTime(tile.at, now)}</time>
                </button>
              </li>
            ))}
        </ul>
      </Tile>

      <Tile title="昨日对账">
        {look ? (
          <>
            <p className={`${styles.big} ${styles[look.tone]}`}>{look.text}</p>
            <p className={styles.grey}>{look.hint}</p>
            <p className={styles.button}>
              <Button onClick={() => go('/reconciliation/day-reconciliation')}>打开日对账</Button>
            </p>
          </>
        ) : (
          <p className={styles.grey}>昨天没有医保结算，无需对账</p>
        )}
      </Tile>

      <Tile title="今日结算" aside={`${shortTime(data.at, now)} 更新`}>
        {today.count === 0 ? (
          <p className={styles.grey}>今天还没有结算{mayCounter && '，打开刷卡开始'}</p>
        ) : (
          <p className={styles.big}>
            {today.count} 笔 {today.reversals > 0 && <span className={styles.aside}>撤销 {today.reversals}</span>}
          </p>
        )}
        <dl className={styles.sums}>
          {(
            [
              ['现金', today.cash],
              ['账户', today.account],
              ['基金', today.fund],
            ] as const
          ).map(([title, value]) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd>{formatAmount(value)}</dd>
            </div>
          ))}
        </dl>
        <p className={styles.button}>
          {mayCounter && (
            <Button primary onClick={() => go('/medical-insurance-settlement/swiping-card')}>
              打开刷卡
            </Button>
          )}{' '}
          {can({ menuCode: 'OrderManagement' }) && (
            <Button onClick={() => go('/reconciliation/order-management')}>今天的订单</Button>
          )}
        </p>
      </Tile>

      <Days days={data.days} />
    </div>
  )
}
