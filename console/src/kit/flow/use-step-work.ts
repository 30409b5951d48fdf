import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { CallError } from '../../api/index.ts'
import type { Dialogs } from '../dialog-kinds.ts'
import { explain } from './explain.ts'
import * as model from './model.ts'
import type { FlowStep, Question, StepTools, Values } from './types.ts'
import type { Store } from './use-kept.ts'

/** A question that waits for its answer. */
export interface Open {
  question: Question
  answer: (value: string) => void
}

export interface Running {
  text: string
  percent?: number
}

/** The work on a step, one piece at a time: how far it is, its open question, and the fields it found wrong. */
export const useStepWork = <C>({ now, change, note }: Store<C>, latest: RefObject<C>, dialogs: Dialogs) => {
  const [running, setRunning] = useState<Running | null>(null)
  const [asking, setAsking] = useState<Open | null>(null)
  const [wrong, setWrong] = useState<Record<string, string>>({})
  const control = useRef<AbortController>(undefined)
  const memory = useRef(new Map<string, string>())

  const stop = useCallback(() => {
    if (!control.current) return
    control.current.abort()
    control.current = undefined
    setRunning(null)
    setAsking(null)
    const { state } = now()
    change({ state: model.abandon(state, state.at) })
  }, [now, change])
  // A page that goes takes its check with it; the kept state says that it was not finished.
  useEffect(() => stop, [stop])

  const worker = useMemo(() => {
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

    const valuesOf = (step: FlowStep<C>): Values => ({ ...step.initial, ...now().values[step.key] })

    const toolsFor = (step: FlowStep<C>, signal: AbortSignal): StepTools<C> => ({
      get context() {
        return latest.current
      },
      values: valuesOf(step),
      facts: (key) => model.recordOf(now().state, key).facts ?? {},
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
        change({ state: model.fail(now().state, step.key, problem) })
        note(step, `未通过：${problem.what}。${problem.meaning}。${problem.next}`)
      } finally {
        if (control.current === mine) {
          control.current = undefined
          setRunning(null)
          setAsking(null)
        }
      }
    }

    /** A question outside of a check; it ends with the step. */
    const askNow = (question: Question) => {
      const mine = new AbortController()
      control.current = mine
      return ask(mine.signal, question).finally(() => {
        if (control.current === mine) control.current = undefined
      })
    }
    return { busy: () => control.current !== undefined, valuesOf, work, askNow }
  }, [now, change, note, latest, dialogs])

  return { running, asking, wrong, setWrong, stop, worker }
}
