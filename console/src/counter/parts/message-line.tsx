import { formatTime } from '@yibao/shared/time.ts'
import { useRef, useState } from 'react'
import { lateOf } from '../../kit/late/late-of.ts'
import { type ButtonId, buttonTexts } from '../button-texts.ts'
import { idle } from '../flow/idle.ts'
import type { Shown } from '../flow/state.ts'
import { seldom } from '../late.ts'
import { type MessageParts, messageOf, sentenceOf, type Tone } from '../message.ts'
import css from './message-line.module.css'
import { useCounter, useOwnKeys, useSeconds, useStore } from './store-context.ts'

const MessageLog = lateOf(seldom, 'MessageLog')

const icons: Record<Tone, string> = { info: '▸', ok: '✓', warn: '△', error: '✕', wait: '◌' }
/** Seconds are shown from here on (ux 1). */
const countFrom = 2

const waits = new Set(['presettling', 'settling', 'unknown'])

/** What a band says, with the reason why nothing else can be done as its next step, or with news behind that and its buttons. */
const partsOf = ({ key, values, aside }: Shown, ownKeys: (text: string) => string): MessageParts => {
  const parts = messageOf(key, values, ownKeys)
  if (!aside) return parts
  const { place, what, next, buttons } = messageOf(aside.key, aside.values, ownKeys)
  const told = [what, next].filter(Boolean).join('，')
  if (!aside.news) return { ...parts, next: told }
  return {
    ...parts,
    next: [parts.next, told].filter(Boolean).join('；'),
    // Those of a question are pressed in its dialog.
    buttons: [...new Set([...parts.buttons, ...(place === 'dialog' ? [] : buttons)])],
  }
}

/** R6: one line of reserved height; a band is the same line in colour, a little taller, over the gap (ux 2.2). */
export const MessageLine = () => {
  const { dispatch } = useStore()
  const state = useCounter()
  const [open, setOpen] = useState(false)
  const { reading, phase, log } = state
  const box = useRef<HTMLElement>(null)
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
          {/* The same words said anew are new nodes: a screen reader says them again. */}
          <Words key={message.at} {...parts} />
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
        {message.at > 0 && <time className={css.time}>{formatTime(new Date(message.at)).slice(11)}</time>}
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
      {open && <MessageLog log={log} line={box} onClose={() => setOpen(false)} />}
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
