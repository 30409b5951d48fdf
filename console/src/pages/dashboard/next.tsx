import type { ResultOf } from '@yibao/shared/call.ts'
import type { report } from '@yibao/shared/calls/dashboard.ts'
import { sidebarRows } from '@yibao/shared/permission.ts'
import { Button } from '../../shell/button.tsx'
import { go } from '../../state/go.ts'
import { useCan, useMe } from '../../state/me.ts'
import styles from './dashboard.module.css'
import { Endings, isEnding } from './ending.ts'
import type { Ending } from './endings.tsx'
import { Lead } from './lead.tsx'
import { earlierLead, yesterdayLook } from './look.ts'
import { ReviewLead } from './review-lead.tsx'
import { useSells } from './sells.ts'
import { Tile } from './tile.tsx'

type Home = ResultOf<typeof report.dashboard>

const filings = '/record-manager/special-disease-menu?f.due=week&f.side='

/** What comes next: yesterday's books, filings that end and notices while there are some. */
export const NextTile = ({
  yesterday,
  earlier,
  unread,
  ending,
  endingTwoDiseases,
  setup,
  ...home
}: Pick<Home, 'yesterday' | 'earlier' | 'unread' | 'ending' | 'endingTwoDiseases' | 'setup'> & Ending) => {
  const can = useCan()
  const look = yesterday && yesterdayLook(yesterday)
  const before = earlierLead(earlier)
  return (
    <Tile title="昨日对账">
      {look ? (
        <>
          <p className={`${styles.big} ${styles[look.tone]}`}>{look.text}</p>
          <p className={styles.grey}>{look.hint}</p>
          <Lead to="/reconciliation/day-reconciliation" menuCode="DayReconciliation" text="打开日对账" />
        </>
      ) : (
        <p className={styles.grey}>昨天没有医保结算，无需对账</p>
      )}
      {before && <Lead {...before} menuCode="DayReconciliation" />}
      {can({ menuCode: 'RxOnlinePush' }) && <ReviewLead />}
      {setup[0] !== undefined && (
        <span className={styles.lead}>
          <Button onClick={() => go(`/initialization?step=${setup[0]}`)}>初始化还有 {setup.length} 步</Button>
        </span>
      )}
      {ending > 0 && (
        <Lead to={`${filings}chronic`} menuCode="SpecialDiseaseMenu" text={`看 ${ending} 条 7 天内到期备案`} />
      )}
      {endingTwoDiseases > 0 && (
        <Lead
          to={`${filings}twoDiseases`}
          menuCode="SpecialDiseaseMenu"
          text={`看 ${endingTwoDiseases} 条 7 天内到期两病备案`}
        />
      )}
      {isEnding(home) && <Endings {...home} />}
      {unread > 0 && <Lead to="/system-manager/msg-center" menuCode="MsgCenter" text={`阅读 ${unread} 条未读消息`} />}
    </Tile>
  )
}

/** Pages a person opens every day, the counter's first; those he may open are offered (domain.md 8.1). */
const wanted = [
  ...['SwipingCard', 'OrderManagement', 'AbnormalOrderManager', 'DayReconciliation', 'FundPayReport', 'MenuDiff'],
  ...['DrugMenu', 'Attendance', 'ClientMonitor', 'UserManagement', 'MedicalSecurityConfig'],
]
const most = 8

/** Short ways to the pages of the day. */
export const Shortcuts = ({ whole }: { whole: boolean }) => {
  const me = useMe((state) => state.me)
  const open = me ? sidebarRows(me) : []
  const sells = useSells()
  const rows = (sells ? wanted : wanted.slice(1))
    .flatMap((code) => open.filter(({ menuCode }) => menuCode === code))
    .slice(0, most)
  if (!rows.length) return null
  return (
    <Tile title="常用页面" whole={whole}>
      <p className={styles.button}>
        {rows.map(({ path, title }) => (
          <Button key={path} onClick={() => go(path)}>
            {title}
          </Button>
        ))}
      </p>
    </Tile>
  )
}
