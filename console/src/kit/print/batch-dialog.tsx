import type { ReprintReason } from '@yibao/shared/agent/reprint.ts'
import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { useDevice } from '../../agent/index.ts'
import { sentenceOf } from '../../api/index.ts'
import { ui } from '../../api/ui.ts'
import { ProgressFrame } from '../progress-dialog.tsx'
import { useWork } from '../use-work.ts'
import { Status } from '../value.tsx'
import texts from '../values.module.css'
import { type BatchOrder, type PrintBatch, printBatch } from './batch.ts'
import styles from './batch-dialog.module.css'
import { type BatchItem, doubtWords, ended, itemWords, sumOf } from './batch-state.ts'

interface Props {
  orders: readonly BatchOrder[]
  /** Why those that were printed before are printed again; undefined when nobody gave a reason. */
  ask: () => Promise<ReprintReason | undefined>
  onClose: () => void
}

const title = '打印结算单'

/** What a person does about one that did not come out, or that only he can see. */
const Remedies = ({ item: { orderId, state, elsewhere }, batch }: { item: BatchItem; batch: PrintBatch }) => {
  const [busy, run] = useWork()
  // The client shows what the server refuses, not what the agent does.
  const told = (work: () => Promise<void>) => () => work().catch((error: unknown) => ui().error(sentenceOf(error)))
  const button = (text: string, work: () => Promise<void>) => (
    <Button size="small" disabled={busy} onClick={() => void run(told(work))}>
      {text}
    </Button>
  )
  if (state === 'failed') return button('再打印', () => batch.retry(orderId))
  if (state !== 'unsure') return null
  const words = doubtWords(elsewhere)
  return (
    <>
      {button(words.yes, () => batch.resolve(orderId, true))}
      {button(words.no, () => batch.resolve(orderId, false))}
    </>
  )
}

const Items = ({ batch, onClose }: { batch: PrintBatch; onClose: () => void }) => {
  const items = useStore(batch.store)
  const over = items.every(ended)
  const finished = items.every(({ state }) => state === 'done')
  return (
    <ProgressFrame
      title={title}
      {...sumOf(items)}
      finished={finished}
      over={over}
      stop={batch.stop}
      stopText="停止，收回等待的"
      onClose={onClose}
    >
      <ul className={styles.slips} aria-label="每张结算单">
        {items.map((item) => (
          <li key={item.orderId}>
            {item.title} <Status tone={itemWords[item.state].tone}>{itemWords[item.state].word}</Status>{' '}
            <Remedies item={item} batch={batch} />
            {item.text && <div className={texts.grey}>{item.text}</div>}
          </li>
        ))}
      </ul>
    </ProgressFrame>
  )
}

/** Prints the slips of several orders through the agent, and shows what becomes of each. */
export const BatchDialog = ({ orders, ask, onClose }: Props) => {
  const device = useDevice()
  const [batch] = useState(() => printBatch(orders, { device, ask }))
  const started = useRef(false)
  const { ready } = device
  // An agent that was away a moment ago is looked for now: the next look of the link may be half a minute off.
  const [looking, setLooking] = useState(!ready)
  useEffect(() => {
    if (looking) void device.reach().finally(() => setLooking(false))
  }, [])
  useEffect(() => {
    if (!ready || started.current) return
    started.current = true
    void batch.start()
  }, [batch, ready])
  if (ready || started.current) return <Items batch={batch} onClose={onClose} />
  const { word, meaning } = device.text
  const away = `一次打印多张要有本机助手。助手：${word}。${meaning}助手连上后自动开始打印，不打印请关闭`
  return (
    <ProgressFrame
      title={title}
      percentage={0}
      text="正在查找本机助手，找到后开始打印"
      error={looking ? undefined : away}
      finished={false}
      over={false}
      leaveText="不打印，关闭"
      onClose={onClose}
    />
  )
}
