import { relativeTime } from '@yibao/shared/time.ts'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../button.tsx'
import styles from './light-card.module.css'
import type { Light } from './light-states.ts'
import { PrintQueue } from './print-queue.tsx'

/** What a light means, since when, and the one thing to do about it (ux 4). */
export const LightCard = ({ light, onAct }: { light: Light; onAct: (name: string) => Promise<unknown> }) => {
  const [busy, setBusy] = useState(false)
  const [queue, setQueue] = useState(false)
  const card = useRef<HTMLDivElement>(null)
  const action = light.action?.name
  const drawn = useRef(false)
  // Opened before it was read, or before it was known what to do, its button comes behind the popup, which looked for
  // something to focus when it opened. Who types on beside the open card keeps the place he types in.
  useEffect(() => {
    const at = document.activeElement
    const keeps = drawn.current && at?.matches('input, textarea, select')
    drawn.current = true
    if (action && !keeps && !card.current!.parentElement!.contains(at)) card.current!.querySelector('button')?.focus()
  }, [action])
  const act = async (name: string) => {
    if (name === 'queue') return setQueue(true)
    setBusy(true)
    await onAct(name).catch(() => undefined)
    setBusy(false)
  }
  return (
    <div ref={card} className={styles.card}>
      <h2>
        {light.title} · <span data-tone={light.tone}>{light.word}</span>
      </h2>
      <p>{light.meaning}</p>
      {light.error && <p className={styles.cardError}>最近错误：{light.error}</p>}
      {light.note && <p>{light.note}</p>}
      {light.since !== undefined && (
        <p className={styles.cardSince}>{relativeTime(new Date(light.since), new Date())}变为此状态</p>
      )}
      {queue && <PrintQueue />}
      {light.action && !queue && (
        <Button primary disabled={busy} onClick={() => void act(light.action!.name)}>
          {light.action.text}
        </Button>
      )}
    </div>
  )
}
