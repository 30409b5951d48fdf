import { formatTime } from '@yibao/shared/time.ts'
import { useEffect, useRef, useState } from 'react'
import { type ButtonId, buttonTexts } from '../button-texts.ts'
import { idle } from '../flow/idle.ts'
import type { Shown } from '../flow/state.ts'
import { type MessageParts, messageOf, sentenceOf, type Tone } from '../message.ts'
import css from './message-line.module.css'
import { useCounter, useOwnKeys, useSeconds, useStore } from './store-context.ts'

const icons: Record<Tone, string> = { info: '▸', ok: '✓', warn: '△', error: '✕', wait: '◌' }
/** Seconds are shown from here on (ux 1). */
const countFrom = 2

const clock = (at: number) => formatTime(new Date(at)).slice(11)

const waits = new Set(['presettling', 'settling', 'unknown'])

/** What a settlement under way says, with the reason why nothing else can be done as its next step. */
const partsOf = ({ key, values, aside }: Shown, ownKeys: (text: string) => string): MessageParts => {
  const parts = messageOf(key, values, ownKeys)
  if (!aside) return parts
  const { what, next } = messageOf(aside.key, aside.values, ownKeys)
  return { ...parts, next: `${what}，${next}` }
}

/** R6: one line of reserved height; a band is the same line in colour, a little taller, over the gap (ux 2.2). */
export const MessageLine = () => {
  const { dispatch } = useStore()
  const state = useCounter()
  const [open, setOpen] = useState(false)
  const { reading, phase, log } = state
  const box = useRef<HTMLElement>(null)
  // Esc closes the top layer, and only that (ux 2.3); a press elsewhere has turned to something else.
  useEffect(() => {
    if (!open) return
    const close = (event: Event) => {
      const escapes = event instanceof KeyboardEvent && event.key === 'Escape'
      if (escapes || (event.type === 'pointerdown' && !box.current?.contains(event.target as Node))) setOpen(false)
    }
    window.addEventListener('keydown', close)
    window.addEventListener('pointerdown', close)
    return () => {
      window.removeEventListener('keydown', close)
      window.removeEventListener('pointerdown', close)
    }
  }, [open])
  const message = state.message ?? idle(state)
  const ownKeys = useOwnKeys()
  const parts = partsOf(message, ownKeys)
  const waiting = reading !== undefined || waits.has(phase)
  const seconds = useSeconds(reading?.since ?? state.since, waiting)
  const press = (id: ButtonId) => dispatch({ type: 'button', id })
  const alarm = parts.place === 'band' || parts.tone === 'error'
  return (
    <section ref={box} className={css.slot} aria-label="提示">
      <div
        className={css.line}
        data-mood={parts.tone}
        data-band={parts.place === 'band' || undefined}
        data-key={message.key}
      >
        <span className={css.icon} aria-hidden="true">
          {icons[parts.tone]}
        </span>
        <p className={css.text} role={alarm ? 'alert' : 'status'} title={sentenceOf(parts)}>
          <Words {...parts} />
        </p>
        {waiting && seconds >= countFrom && <span className={css.seconds}>{seconds} 秒</span>}
        {parts.place !== 'dialog' &&
          parts.buttons.map((id, i) => (
            <button
              key={id}
              type="button"
              className={css.button}
              data-first={i === 0 || undefined}
              onClick={() => press(id)}
            >
              {ownKeys(buttonTexts[id])}
            </button>
          ))}
        {message.at > 0 && <time className={css.time}>{clock(message.at)}</time>}
        <button
          type="button"
          className={css.caret}
          aria-expanded={open}
          aria-label="最近的提示"
          onClick={() => setOpen(!open)}
        >
          ▾
        </button>
      </div>
      {open && (
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
      )}
    </section>
  )
}

const Words = ({ what, meaning, next }: MessageParts) => (
  <>
    <b>{what}</b>
    {meaning && <span className={css.meaning}>{meaning}</span>}
    {next && <span className={css.next}>{next}</span>}
  </>
)

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
