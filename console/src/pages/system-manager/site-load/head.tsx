import type { ResultOf } from '@yibao/shared/call.ts'
import type { siteLoad } from '@yibao/shared/calls/site-load.ts'
import { nodeState } from '@yibao/shared/entities/site-load.ts'
import { metaOf } from '@yibao/shared/field.ts'
import { Select } from 'antd'
import { Status } from '../../../kit/index.ts'
import { choices, useSeconds } from './refresh.ts'
import styles from './site-load.module.css'
import { stateTones } from './tones.ts'

const words = metaOf(nodeState)?.choices ?? {}

/** How many nodes are in which state, why none can be restarted, and how often all this is read. */
export const Head = ({ result }: { result?: ResultOf<typeof siteLoad.current> }) => {
  const { seconds, choose } = useSeconds()
  const items = result?.items ?? []
  const counted = Object.entries(words)
    .map(([state, text]) => ({ state, text, n: items.filter((one) => one.state === state).length }))
    .filter(({ n }) => n > 0)
  const fixed = items.length > 0 && !items.some(({ restartable }) => restartable)
  return (
    <div className={styles.head}>
      <b>{result?.total ?? '--'} 个节点</b>
      {counted.map(({ state, text, n }) => (
        <Status key={state} tone={stateTones[state] ?? 'off'}>
          {text} {n}
        </Status>
      ))}
      <span className={styles.refresh}>
        每
        <Select
          size="small"
          aria-label="刷新间隔"
          value={seconds}
          onChange={choose}
          options={choices.map((value) => ({ value, label: `${value} 秒` }))}
        />
        刷新
      </span>
      {fixed && (
        <span className={styles.why}>
          这里不能重启节点：退出后没有程序把它再启动。由 systemd 或容器看护的节点，设环境变量 SUPERVISED=1 后可以重启。
        </span>
      )}
    </div>
  )
}
