import { clientMonitor } from '@yibao/shared/calls/client-monitor.ts'
import { clientSummary } from '@yibao/shared/entities/client-monitor.ts'
import { useEffect, useRef } from 'react'
import { useCall } from '../../../api/index.ts'
import { onNews } from '../../../api/live.ts'
import { metaAt, Status, type Tone, type Tools } from '../../../kit/index.ts'
import styles from './client-monitor.module.css'

/** ms in which news of several counters become one reading: a whole area may speak at once. */
const gather = 2_000

const parts: readonly [key: 'online' | 'offline' | 'driver' | 'paper' | 'old', tone: Tone][] = [
  ['online', 'good'],
  ['offline', 'off'],
  ['driver', 'harm'],
  ['paper', 'warn'],
  ['old', 'warn'],
]

/** How many counters need somebody; reads itself and the list again when an agent tells something new. */
export const Summary = ({ tools }: { tools: Tools }) => {
  const { data, refetch } = useCall(clientMonitor.summary, {}, { staleTime: 0, refetchInterval: 30_000 })
  const read = useRef(() => {})
  read.current = () => {
    void tools.refetch()
    void refetch()
  }
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const news = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        read.current()
      }, gather)
    }
    const stop = onNews('agent.changed', news)
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [])
  return (
    <p className={styles.summary} aria-live="polite">
      <b>{data?.total ?? '--'} 台客户端</b>
      {parts.map(([key, tone]) => (
        <Status key={key} tone={data?.[key] ? tone : 'off'}>
          {metaAt(clientSummary.shape, key).title} {data?.[key] ?? '--'}
        </Status>
      ))}
      {data && <span className={styles.at}>{data.at.slice(11, 19)} 更新</span>}
    </p>
  )
}
