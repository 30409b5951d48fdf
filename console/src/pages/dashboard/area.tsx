import type { ResultOf } from '@yibao/shared/call.ts'
import { report } from '@yibao/shared/calls/dashboard.ts'
import type { ReactNode } from 'react'
import { useCall } from '../../api/index.ts'
import { latencyPlot, latencySentence, rankingPlot, rankingSentence, worstPlot, worstSentence } from './area-plots.ts'
import { BooksTile, CentreTile, StoresTile, VersionsTile } from './area-tiles.tsx'
import styles from './dashboard.module.css'
import { Failed } from './failed.tsx'
import { Figure } from './figure.tsx'
import { refresh } from './refresh.ts'

/** What an administrator's home page shows first: his shops, his books, the centre, who is behind (ux 7). */
export function AreaTiles({ area }: { area: ResultOf<typeof report.areaDashboard> }) {
  const { stores, books, approvals, centre, versions, ranking, worst, latency, at } = area
  return (
    <>
      <StoresTile stores={stores} />
      <BooksTile books={books} approvals={approvals} at={at} />
      <CentreTile centre={centre} />
      <VersionsTile versions={versions} />
      <Figure
        title="近 30 天差异最多的门店"
        plot={worstPlot(worst)}
        sentence={worstSentence(worst)}
        empty="近 30 天没有差异"
      />
      <Figure
        wide
        title="近 24 小时中心响应时间"
        plot={latencyPlot(latency, at)}
        sentence={latencySentence(latency)}
        empty="首次中心调用后显示"
      />
      <Figure title="今日结算最多的门店" plot={rankingPlot(ranking)} sentence={rankingSentence(ranking)} />
    </>
  )
}

/** The tiles, and behind them what stands below: nothing moves down under the eyes when they come. */
export default function Area({ children }: { children: ReactNode }) {
  const { data, error, refetch } = useCall(report.areaDashboard, {}, refresh)
  if (!data && !error) return <div className={styles.waiting} aria-busy="true" />
  return (
    <>
      {data ? <AreaTiles area={data} /> : <Failed error={error!} again={refetch} />}
      {children}
    </>
  )
}
