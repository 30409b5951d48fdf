import { formatTime } from '@yibao/shared/time.ts'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Shown } from '../flow/state.ts'
import { messageOf, sentenceOf } from '../message.ts'
import css from './message-line.module.css'
import { useOwnKeys } from './store-context.ts'

const clock = (at: number) => formatTime(new Date(at)).slice(11)

interface Props {
  log: readonly Shown[]
  /** R6 with its caret: a press inside of it closes nothing. */
  line: RefObject<HTMLElement | null>
  onClose: () => void
}

/** What R6 said lately, newest first, each with its raw words where there are any. */
export const MessageLog = ({ log, line, onClose }: Props) => {
  const ownKeys = useOwnKeys()
  const close = useRef(onClose)
  close.current = onClose
  // Esc closes the top layer, and only that (ux 2.3); a press elsewhere has turned to something else.
  useEffect(() => {
    const end = (event: Event) => {
      const escapes = event instanceof KeyboardEvent && event.key === 'Escape'
      if (escapes || (event.type === 'pointerdown' && !line.current?.contains(event.target as Node))) close.current()
    }
    window.addEventListener('keydown', end)
    window.addEventListener('pointerdown', end)
    return () => {
      window.removeEventListener('keydown', end)
      window.removeEventListener('pointerdown', end)
    }
  }, [line])
  return (
    <ol className={css.log} data-layer aria-label="最近的提示">
      {log.length === 0 && <li>还没有提示</li>}
      {log.map((one) => (
        <li key={`${one.at}${one.key}`}>
          <time>{clock(one.at)}</time>
          <span>{sentenceOf(messageOf(one.key, one.values, ownKeys))}</span>
          {one.detail && <Detail text={one.detail} />}
        </li>
      ))}
    </ol>
  )
}

const Detail = ({ text }: { text: string }) => {
  const [end, setEnd] = useState('')
  return (
    <details className={css.detail}>
      <summary>详情</summary>
      <code>{text}</code>
      <button
        type="button"
        onClick={async () => {
          try {
            await navigator.clipboard.writeText(text)
            setEnd('已复制')
          } catch {
            setEnd('请选中后按 Ctrl+C')
          }
        }}
      >
        复制
      </button>
      <span role="status">{end}</span>
    </details>
  )
}
