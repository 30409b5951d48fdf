import { text } from '@yibao/shared/field.ts'
import { Button } from 'antd'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { sentenceOf } from '../../api/index.ts'
import { useDialogs } from '../dialogs.tsx'
import { focusIfLost } from '../focus-back.tsx'
import { nextField } from '../form/next-field.ts'
import { whileRunning } from '../use-work.ts'
import styles from './flow.module.css'
import { firstOpen, isDone, isPassed, missingOf, neighbour, recordOf } from './model.ts'
import { Rail } from './rail.tsx'
import { Summary, saveLog } from './summary.tsx'
import { Task } from './task.tsx'
import type { FlowSpec } from './types.ts'
import { useFlow } from './use-flow.ts'

const reason = text('跳过原因', { min: 2, max: 100 })

/** One flow on its page: rail, task, the one primary action and what surrounds it. */
export const FlowPage = <C,>({ spec, context, id }: { spec: FlowSpec<C>; context: C; id: string }) => {
  const { steps, finish } = spec
  const [dialogs, dialogNode] = useDialogs()
  const flow = useFlow(spec, context, id, dialogs)
  const { state, step, log, running, asking } = flow
  const [ended, setEnded] = useState(() => finish !== undefined && firstOpen(steps, state) === undefined)
  const [leaving, setLeaving] = useState(false)
  const now = useRef(state)
  now.current = state
  const primary = useRef<HTMLButtonElement>(null)
  const record = recordOf(state, step.key)
  const passed = isPassed(state, step.key)
  const busy = running !== null || asking !== null
  const ready = !ended && !busy
  const missing = missingOf(state, step)
  const former = neighbour(steps, state, -1)
  const next = neighbour(steps, state, 1)
  const open = firstOpen(steps, state)
  const titleOf = (key: string) => steps.find((one) => one.key === key)?.title ?? ''
  const show = (key: string | undefined) => {
    setEnded(false)
    flow.show(key)
  }

  const run = () => void flow.run(step)

  // The one thing Enter and the solid button do now.
  const forward = (): { text: string; run: () => void } => {
    if (ended && finish)
      return {
        text: finish.action,
        run: () => {
          setLeaving(true)
          void Promise.resolve(finish.run(context)).finally(() => setLeaving(false))
        },
      }
    if (missing.length) return { text: `去「${titleOf(missing[0]!)}」`, run: () => show(missing[0]) }
    if (!passed) return { text: step.action, run }
    if (next) return { text: '下一步', run: () => show(next) }
    if (!finish) return { text: '重新检查', run }
    return open
      ? { text: `去「${titleOf(open)}」`, run: () => show(open) }
      : { text: '完成', run: () => setEnded(true) }
  }
  const main = forward()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy && !leaving) main.run()
  }
  // Enter in a field goes to the next one, in the last one it is the button (ux 2.7); PageUp and PageDown turn the steps.
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.defaultPrevented || event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && !asking && nextField(event.currentTarget, event.target) === 'moved')
      event.preventDefault()
    const to = { PageUp: former, PageDown: next }[event.key]
    if (!to || event.target instanceof HTMLTextAreaElement) return
    event.preventDefault()
    show(to)
  }

  const loaded = !flow.loading && flow.fault === undefined
  // Where the server keeps the state, only its answer tells whether anything is left: this PC may remember another time.
  useEffect(() => {
    if (!loaded || !finish) return
    // Who comes for a step that was left out is not told that all is done.
    const asked = spec.startAt?.() !== undefined && recordOf(now.current, now.current.at).state === 'skipped'
    setEnded(firstOpen(steps, now.current) === undefined && !asked)
  }, [loaded, finish, steps, spec])

  // Enter goes on from wherever the eyes are: the button is at hand whenever there is nothing to type, and the first
  // field where a step taken back left the focus nowhere.
  const typing = step.fields !== undefined && !passed && record.state !== 'failed'
  useEffect(() => {
    if (!loaded || busy) return
    if (typing) focusIfLost(document.querySelector(`[id^=flow-${step.key}-]`))
    // Who went elsewhere while it ran, to what it asks for, stays there.
    else if (record.state === 'failed') focusIfLost(primary.current)
    else primary.current?.focus()
  }, [loaded, step, record.state, busy, typing, ended])

  if (flow.loading) return <p className={styles.loading}>正在读取…</p>
  if (flow.fault !== undefined)
    return (
      <div className={styles.outcome} data-tone="harm" role="alert">
        <p className={styles.what}>进度没有读到</p>
        <p>{sentenceOf(flow.fault)}</p>
        <Button type="primary" onClick={() => void flow.load()}>
          重新读取
        </Button>
      </div>
    )

  if (flow.closed && finish)
    return (
      <div className={styles.closed}>
        <h1>{spec.title}</h1>
        <p>{flow.closed}</p>
        <Button type="primary" autoFocus onClick={() => void finish.run(context)}>
          {finish.action}
        </Button>
      </div>
    )

  return (
    <div className={styles.flow}>
      <header className={styles.head}>
        <div>
          <h1>{spec.title}</h1>
          <p>{spec.intro}</p>
        </div>
        <Button onClick={() => saveLog(spec.title, log)} disabled={!log.length}>
          保存日志
        </Button>
      </header>
      <Rail steps={steps} state={state} numbered={finish !== undefined} onOpen={show} />
      <form className={styles.task} aria-labelledby="flow-step" onSubmit={submit} onKeyDown={onKeyDown} noValidate>
        <h2 id="flow-step">{ended ? finish?.title : step.title}</h2>
        <div className={styles.body}>
          {ended ? (
            <Summary spec={spec} state={state} context={context} />
          ) : (
            <Task
              key={step.key}
              step={step}
              record={record}
              values={flow.valuesOf(step)}
              wrong={flow.wrong}
              running={running}
              asking={asking}
              waitsFor={missing.map(titleOf)}
              onType={(name, value) => flow.type(step, name, value)}
              onBack={show}
              titleOf={titleOf}
            />
          )}
        </div>
        <footer className={styles.buttons}>
          <Button disabled={!ended && !former} onClick={() => show(ended ? step.key : former)}>
            上一步
          </Button>
          <span className={styles.grow} />
          {ready && step.skip && !passed && (
            <Button
              type="text"
              onClick={() =>
                void flow.skip(step, (words) =>
                  flow.askNow({ kind: 'enter', text: words, field: reason, okText: '跳过这一步' }),
                )
              }
            >
              {step.skip.text}
            </Button>
          )}
          {busy && <Button onClick={flow.stop}>停止</Button>}
          {ready && step.undo && isDone(record) && (
            <Button danger onClick={() => void flow.undo(step)}>
              {step.undo.text}
            </Button>
          )}
          {ready && passed && (next || finish) && <Button onClick={run}>重新检查</Button>}
          {!asking && (
            <Button ref={primary} type="primary" htmlType="submit" disabled={busy} {...whileRunning(leaving)}>
              {running ? '正在检查…' : main.text}
            </Button>
          )}
        </footer>
      </form>
      {dialogNode}
    </div>
  )
}
