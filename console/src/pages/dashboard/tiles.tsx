import type { ResultOf } from '@yibao/shared/call.ts'
import { report } from '@yibao/shared/calls/dashboard.ts'
import { signIn } from '@yibao/shared/calls/sign-in.ts'
import { formatAmount, formatCount } from '@yibao/shared/money.ts'
import { formatDay, shortTime } from '@yibao/shared/time.ts'
import { useAction } from '../../api/index.ts'
import { listNeed, settlementsBetween } from '../../liquidation/settlement-list.ts'
import { countedOrders } from '../../orders/counted.ts'
import { Button } from '../../shell/button.tsx'
import { go } from '../../state/go.ts'
import { useCan } from '../../state/me.ts'
import styles from './dashboard.module.css'
import { useSells } from './sells.ts'
import { Tile } from './tile.tsx'

type Home = ResultOf<typeof report.dashboard>

/** Can I sell on insurance now. */
export const SignTile = ({ sign }: Pick<Home, 'sign'>) => {
  const can = useCan()
  const doSignIn = useAction(signIn.do, { invalidates: [report.dashboard, signIn.current] })
  return (
    <Tile title="签到">
      {sign.signed ? (
        <>
          <p className={`${styles.big} ${styles.good}`}>✓ 已签到</p>
          <p className={styles.grey}>
            {sign.at && shortTime(sign.at, new Date())} {sign.operatorName}
          </p>
        </>
      ) : (
        <>
          <p className={`${styles.big} ${styles.warn}`}>△ 未签到</p>
          <p className={styles.grey}>签到后才能结算</p>
          {can({ menuCode: 'Attendance', buttonCode: 'add' }) && (
            <p className={styles.button}>
              <Button primary disabled={doSignIn.running} onClick={() => void doSignIn.run({}).catch(() => undefined)}>
                签到
              </Button>
            </p>
          )}
        </>
      )}
    </Tile>
  )
}

/** Does my drawer agree: 结算报表 has the day's reversals beside its settlements, as these sums do; orders are one or the other. */
export const TodayTile = ({ today, at }: Pick<Home, 'today' | 'at'>) => {
  const can = useCan()
  const sells = useSells()
  const mayList = can({ menuCode: 'OrderManagement' })
  // The day it is when somebody presses: a home page stands open over night.
  const ofToday = <T,>(addressOf: (from: string, to: string) => T): T => {
    const day = formatDay(new Date())
    return addressOf(day, day)
  }
  return (
    <Tile title="今日结算" aside={`${shortTime(at, new Date())} 更新`}>
      {today.count + today.reversals === 0 ? (
        <p className={styles.grey}>今天还没有结算{sells && '，打开刷卡开始'}</p>
      ) : (
        <p className={styles.big}>
          {formatCount(today.count)} 笔{' '}
          {today.reversals > 0 &&
            (mayList ? (
              <button type="button" className={styles.switch} onClick={() => go(ofToday(countedOrders).reversals)}>
                撤销 {today.reversals}
              </button>
            ) : (
              <span className={styles.aside}>撤销 {today.reversals}</span>
            ))}
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
        {sells && (
          <Button primary onClick={() => go('/medical-insurance-settlement/swiping-card')}>
            打开刷卡
          </Button>
        )}{' '}
        {can(listNeed) ? (
          <Button onClick={() => go(ofToday(settlementsBetween))}>今天的结算</Button>
        ) : (
          mayList && <Button onClick={() => go(ofToday(countedOrders).settlements)}>今天的订单</Button>
        )}
      </p>
    </Tile>
  )
}
