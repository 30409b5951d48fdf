import type { ResultOf } from '@yibao/shared/call.ts'
import type { report } from '@yibao/shared/calls/dashboard.ts'
import { formatAmount, formatCount } from '@yibao/shared/money.ts'
import { shortTime } from '@yibao/shared/time.ts'
import styles from './dashboard.module.css'
import { Lead } from './lead.tsx'
import { booksLead, booksLook, earlierLead, storesLook } from './look.ts'
import { Tile } from './tile.tsx'

type Area = ResultOf<typeof report.areaDashboard>

const percent = (part: number, all: number) => `${Math.floor((part / all) * 1000) / 10}%`

/** Which shops cannot sell. */
export const StoresTile = ({ stores }: Pick<Area, 'stores'>) => {
  const { text, tone } = storesLook(stores)
  return (
    <Tile title="门店" aside="现在能否结算">
      <p className={`${styles.big} ${styles[tone]}`}>
        {text} {stores.unsigned > 0 && <span className={styles.aside}>未签到 {stores.unsigned}</span>}
      </p>
      <ul className={styles.plain}>
        {stores.away.map(({ id, name, online }) => (
          <li key={id}>
            <span className={styles.warn}>{online ? '△ 未签到' : '△ 离线'}</span> {name}
          </li>
        ))}
      </ul>
      {stores.online < stores.total && (
        <Lead
          to="/store-manager/data?f.state=open&f.online=false"
          menuCode="StoreData"
          text={`看 ${stores.total - stores.online} 家离线`}
        />
      )}
      <Lead to="/system-manager/client-monitor" menuCode="ClientMonitor" text="查看客户端" />
      {stores.unsigned > 0 && (
        <Lead
          to="/store-manager/data?f.state=open&f.signedIn=false"
          menuCode="StoreData"
          text={`看 ${stores.unsigned} 家未签到`}
        />
      )}
    </Tile>
  )
}

/** Where is money at risk. */
export const BooksTile = ({ books, approvals, at }: Pick<Area, 'books' | 'approvals' | 'at'>) => {
  const { stores, unequal, unfinished, unknown, unclaimed } = books
  const { text, tone } = booksLook(books)
  const before = earlierLead(books.earlier)
  return (
    <Tile title="昨日对账">
      <p className={`${stores + unfinished ? styles.big : ''} ${styles[tone]}`}>{text}</p>
      {unequal > 0 && unfinished > 0 && <p className={styles.warn}>△ {unfinished} 店还没有对完账</p>}
      <p className={unknown ? styles.harm : styles.grey}>结果未知 {unknown} 笔</p>
      <p className={styles.grey}>待清算 ¥{formatAmount(unclaimed)}（近三个月的应申报）</p>
      <Lead {...booksLead(books, at)} menuCode="DayReconciliation" />
      {before && <Lead {...before} menuCode="DayReconciliation" />}
      {unclaimed !== '0.00' && (
        <Lead to="/liquidation-management/un-liquidate-report" menuCode="UnLiquidateReport" text="看未清算" />
      )}
      {unknown > 0 && (
        <Lead to="/abnormal-manager/abnormal-order-manager" menuCode="AbnormalOrderManager" text="查看异常订单" />
      )}
      {approvals > 0 && (
        <Lead to="/report-management/approval" menuCode="Approval" text={`处理 ${approvals} 项待我审批`} />
      )}
    </Tile>
  )
}

/** Is it us or the centre. */
export const CentreTile = ({ centre: { calls, refused, unanswered, p95, faults } }: Pick<Area, 'centre'>) => (
  <Tile title="中心调用" aside="今天">
    {calls === 0 ? (
      <p className={styles.grey}>暂无调用</p>
    ) : (
      <>
        <p className={`${styles.big} ${unanswered * 20 > calls ? styles.harm : ''}`}>
          成功率 {percent(calls - refused - unanswered, calls)}
        </p>
        <p className={styles.grey}>
          {formatCount(calls)} 次 · 拒绝 {formatCount(refused)} · 无应答 {formatCount(unanswered)} · P95 {p95 ?? '--'}{' '}
          毫秒
        </p>
        <ul className={styles.plain}>
          {faults.map(({ text, times }) => (
            <li key={text}>
              {text} <span className={styles.grey}>{formatCount(times)} 次</span>
            </li>
          ))}
        </ul>
        <Lead to="/system-manager/service-call-statistics" menuCode="ServiceCallStatistics" text="打开服务调用统计" />
      </>
    )}
  </Tile>
)

/** Who is behind. */
export const VersionsTile = ({ versions }: Pick<Area, 'versions'>) => {
  const { catalogue, updatedAt, daysOld = 0, dictionaryDaysOld = 0, mapping, clients } = versions
  const behind = catalogue + daysOld + dictionaryDaysOld + mapping + clients > 0
  return (
    <Tile title="版本" aside={updatedAt && `目录 ${shortTime(updatedAt, new Date())} 更新`}>
      {!behind && <p className={`${styles.big} ${styles.good}`}>✓ 全部最新</p>}
      <ul className={styles.plain}>
        {catalogue > 0 && (
          <li>
            <span className={styles.warn}>△ {catalogue} 类目录没有下载完整</span>
            <Lead to="/menu-manager/drug-menu" menuCode="DrugMenu" text="打开药品目录" />
          </li>
        )}
        {daysOld > 0 && (
          <li>
            <span className={styles.warn}>△ 目录 {daysOld} 天没有更新</span>
            {catalogue === 0 && <Lead to="/menu-manager/drug-menu" menuCode="DrugMenu" text="打开药品目录下载" />}
          </li>
        )}
        {dictionaryDaysOld > 0 && (
          <li>
            <span className={styles.warn}>△ 字典 {dictionaryDaysOld} 天没有更新</span>
            <Lead to="/menu-manager/dictionary" menuCode="Dictionary" text="打开字典管理下载" />
          </li>
        )}
        {mapping > 0 && (
          <li>
            <span className={styles.harm}>✕ {mapping} 店有对照失效</span>
            <Lead to="/menu-manager/menu-diff?f.type=invalid" menuCode="MenuDiff" text="查看差异" />
          </li>
        )}
        {clients > 0 && (
          <li>
            <span className={styles.warn}>△ {clients} 台客户端待更新</span>
            <Lead to="/system-manager/client-monitor?f.trouble=old" menuCode="ClientMonitor" text="查看客户端" />
          </li>
        )}
      </ul>
    </Tile>
  )
}
