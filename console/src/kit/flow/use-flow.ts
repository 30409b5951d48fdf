import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { CallError } from '../../api/index.ts'
import type { Dialogs } from '../dialog-kinds.ts'
import { metaAt, problemOf, type Shape } from '../fields.ts'
import { explain } from './explain.ts'
import { addLine } from './log.ts'
import * as model from './model.ts'
import { type Kept, thisPcFlows } from './shelf.ts'
import type { FlowSpec, FlowStep, Question, StepTools, Values } from './types.ts'

/** A question that waits for its answer. */
export interface Open {
  question: Question
  answer: (value: string) => void
}

export interface Running {
  text: string
  percent?: number
}

const withoutSecrets = (shape: Shape | undefined, values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => shape && metaAt(shape, name).kind !== 'password'))

/** What may be kept: no password, whoever typed it. */
const keepable = <C>({ steps }: FlowSpec<C>, kept: Kept): Kept => ({
  ...kept,
  values: Object.fromEntries(steps.map(({ key, fields }) => [key, withoutSecrets(fields, kept.values[key] ?? {})])),
})

const start = <C>({ steps, startAt }: FlowSpec<C>, kept: Kept | undefined): Kept => {
  const state = kept ? model.resume(steps, kept.state) : model.newFlow(steps)
  return { log: [], values: {}, ...kept, state: model.open(steps, state, steps[startAt?.() ?? -1]?.key) }
}

/** A flow at work: its kept state, the running check, the open question and everything a button does. */
export const useFlow = <C>(spec: FlowSpec<C>, context: C, id: string, dialogs: Dialogs) => {
  const { steps, remote } = spec
  const [kept, setKept] = useState<Kept>(() => start(spec, thisPcFlows.read(id)))
  const [running, setRunning] = useState<Running | null>(null)
  const [asking, setAsking] = useState<Open | null>(null)
  const [wrong, setWrong] = useState<Record<string, string>>({})
  const [loading, setLoading] = useState(remote !== undefined)
  const [fault, setFault] = useState<unknown>()
  const [closed, setClosed] = useState('')
  const now = useRef(kept)
  const latest = useRef(context)
  latest.current = context
  const control = useRef<AbortController>(undefined)
  const memory = useRef(new Map<string, string>())

  const change = useCallback(
    (part: Partial<Kept>) => {
      now.current = { ...now.current, ...part }
      thisPcFlows.write(id, keepable(spec, now.current))
      setKept(now.current)
    },
    [id, spec],
  )
  const note = useCallback(
    (step: FlowStep<C>, text: string) => change({ log: addLine(now.current.log, step.title, text) }),
    [change],
  )

  const stop = useCallback(() => {
    if (!control.current) return
    control.current.abort()
    control.current = undefined
    setRunning(null)
    setAsking(null)
    const { state } = now.current
    change({ state: model.abandon(state, state.at) })
  }, [change])
  // A page that goes takes its check with it; the kept state says that it was not finished.
  useEffect(() => stop, [stop])

  const load = useCallback(async () => {
    if (!remote) return
    setFault(undefined)
    try {
      const { steps: known, closed: reason = '' } = await remote.load(latest.current)
      setClosed(reason)
      const state = model.resume(steps, { at: steps[0]!.key, steps: known })
      change({ state: model.open(steps, state, steps[spec.startAt?.() ?? -1]?.key) })
    } catch (error) {
      setFault(error)
    }
    setLoading(false)
  }, [remote, steps, spec, change])
  useEffect(() => void load(), [load])

  const actions = useMemo(() => {
    const ask = (signal: AbortSignal, question: Question) =>
      new Promise<string>((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason), { once: true })
        setAsking({
          question,
          answer: (value) => {
            setAsking(null)
            resolve(value)
          },
        })
      })

    const misfits = ({ fields = {} }: FlowStep<C>, values: Values) =>
      Object.fromEntries(
        Object.entries(fields).flatMap(([name, schema]) => {
          const text = problemOf(schema, values[name])
          return text ? [[name, text]] : []
        }),
      )

    const valuesOf = (step: FlowStep<C>): Values => ({ ...step.initial, ...now.current.values[step.key] })

    const toolsFor = (step: FlowStep<C>, signal: AbortSignal): StepTools<C> => ({
      get context() {
        return latest.current
      },
      values: valuesOf(step),
      facts: (key) => model.recordOf(now.current.state, key).facts ?? {},
      say: (text, percent) => {
        if (signal.aborted) return
        setRunning({ text, percent })
        note(step, text)
      },
      ask: async (question) => {
        signal.throwIfAborted()
        const value = await ask(signal, question)
        if (question.kind === 'choose') {
          const chosen = question.options.find((one) => one.value === value)
          note(step, `${question.text} ${chosen?.text ?? ''}`)
        }
        return value
      },
      dialogs,
      memory: memory.current,
      signal,
    })

    /** Work on a step, one at a time; what goes wrong stands in its place in words. */
    const work = async (step: FlowStep<C>, verb: string, job: (tools: StepTools<C>) => Promise<void>) => {
      const mine = new AbortController()
      control.current = mine
      const { signal } = mine
      setRunning({ text: `正在${verb}…` })
      try {
        await job(toolsFor(step, signal))
      } catch (error) {
        if (signal.aborted) return
        if (error instanceof CallError && error.fields) setWrong(error.fields)
        const problem = explain(error)
        change({ state: model.fail(now.current.state, step.key, problem) })
        note(step, `未通过：${problem.what}。${problem.meaning}。${problem.next}`)
      } finally {
        if (control.current === mine) {
          control.current = undefined
          setRunning(null)
          setAsking(null)
        }
      }
    }

    const run = async (step: FlowStep<C>) => {
      if (control.current || model.missingOf(now.current.state, step).length) return
      const problems = misfits(step, valuesOf(step))
      setWrong(problems)
      // On a phone the button is far below the field that keeps it from working.
      for (const name in problems) return document.getElementById(`flow-${step.key}-${name}`)?.focus()
      change({ state: model.begin(now.current.state, step.key) })
      note(step, '开始')
      await work(step, '检查', async (tools) => {
        const outcome = await step.check(tools)
        if (tools.signal.aborted) return
        change({ state: model.succeed(steps, now.current.state, step.key, outcome) })
        const rows = (outcome.rows ?? []).map((row) => row.join('：')).join('；')
        note(step, `${outcome.warn ? '通过，有提醒' : '通过'}：${outcome.text}${rows && `（${rows}）`}`)
      })
    }

    /** Takes a passed step back; a refusal leaves it as it was, with why. */
    const undo = async (step: FlowStep<C>) => {
      const before = now.current.state
      if (control.current || !step.undo) return
      const { run: takeBack, text: verb } = step.undo
      await work(step, verb, async (tools) => {
        const text = await takeBack(tools).catch((error) =>
          // The client has shown it.
          note(step, `没有${verb}：${explain(error).what}`),
        )
        if (tools.signal.aborted || !text) return
        change({ state: model.undone(steps, before, step.key, text) })
        note(step, text)
      })
    }

    const show = (key: string | undefined) => {
      stop()
      setWrong({})
      change({ state: model.open(steps, now.current.state, key) })
    }

    /** Leaves a step out: with the reason where one is wanted, and the word of whoever may allow it. */
    const skip = async (step: FlowStep<C>, askReason: (text: string) => Promise<string>) => {
      stop()
      const allowed = step.skip?.allow ? await step.skip.allow(latest.current, dialogs) : {}
      if (!allowed) return
      // Walking away from the question is an answer too.
      const reason = step.skip?.reason ? await askReason(`跳过「${step.title}」的原因`).catch(() => undefined) : ''
      if (reason === undefined) return
      try {
        await remote?.skip(latest.current, step.key, reason, allowed)
      } catch (error) {
        const problem = explain(error)
        change({ state: model.fail(now.current.state, step.key, problem) })
        return
      }
      change({ state: model.skip(now.current.state, step.key, reason) })
      note(step, reason ? `跳过：${reason}` : '跳过')
      show(model.neighbour(steps, now.current.state, 1))
    }

    const type = (step: FlowStep<C>, name: string, value: unknown) => {
      const values = { ...now.current.values, [step.key]: { ...valuesOf(step), [name]: value } }
      setWrong(({ [name]: _, ...rest }) => rest)
      change({ values })
    }

    /** A question outside of a check; it ends with the step. */
    const askNow = (question: Question) => {
      const mine = new AbortController()
      control.current = mine
      return ask(mine.signal, question).finally(() => {
        if (control.current === mine) control.current = undefined
      })
    }
    return { run, undo, show, skip, type, valuesOf, askNow }
  }, [steps, remote, change, note, stop, dialogs])

  const { state, log } = kept
  const step = steps.find(({ key }) => key === state.at) ?? steps[0]!
  return { state, log, step, running, asking, wrong, loading, fault, closed, load, stop, ...actions }
}

export type Flow<C> = ReturnType<typeof useFlow<C>>
