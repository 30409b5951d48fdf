import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Dialogs } from '../dialog-kinds.ts'
import { problemOf } from '../fields.ts'
import { explain } from './explain.ts'
import * as model from './model.ts'
import type { FlowSpec, FlowStep, Values } from './types.ts'
import { openAsked, type Store, useKept } from './use-kept.ts'
import { useStepWork } from './use-step-work.ts'

const misfits = <C>({ fields = {} }: FlowStep<C>, values: Values) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, schema]) => {
      const text = problemOf(schema, values[name])
      return text ? [[name, text]] : []
    }),
  )

/** The state of a flow that the server keeps, read anew by `load`. */
const useRemote = <C>(spec: FlowSpec<C>, { change }: Store<C>, latest: RefObject<C>) => {
  const { steps, remote } = spec
  const [loading, setLoading] = useState(remote !== undefined)
  const [fault, setFault] = useState<unknown>()
  const [closed, setClosed] = useState('')
  const load = useCallback(async () => {
    if (!remote) return
    setFault(undefined)
    try {
      const { steps: known, closed: reason = '' } = await remote.load(latest.current)
      setClosed(reason)
      change({ state: openAsked(spec, model.resume(steps, { at: steps[0]!.key, steps: known })) })
    } catch (error) {
      setFault(error)
    }
    setLoading(false)
  }, [remote, steps, spec, change, latest])
  useEffect(() => void load(), [load])
  return { loading, fault, closed, load }
}

/** A flow at work: its kept state, the running check, the open question and everything a button does. */
export const useFlow = <C>(spec: FlowSpec<C>, context: C, id: string, dialogs: Dialogs) => {
  const { steps, remote } = spec
  const latest = useRef(context)
  latest.current = context
  const [{ state, log }, store] = useKept(spec, id)
  const { worker, setWrong, stop, ...shown } = useStepWork(store, latest, dialogs)
  const read = useRemote(spec, store, latest)

  const actions = useMemo(() => {
    const { now, change, note } = store
    const { valuesOf, work, askNow } = worker

    const run = async (step: FlowStep<C>) => {
      if (worker.busy() || model.missingOf(now().state, step).length) return
      const problems = misfits(step, valuesOf(step))
      setWrong(problems)
      // On a phone the button is far below the field that keeps it from working.
      for (const name in problems) return document.getElementById(`flow-${step.key}-${name}`)?.focus()
      change({ state: model.begin(now().state, step.key) })
      note(step, '开始')
      await work(step, '检查', async (tools) => {
        const outcome = await step.check(tools)
        if (tools.signal.aborted) return
        change({ state: model.succeed(steps, now().state, step.key, outcome) })
        const rows = (outcome.rows ?? []).map((row) => row.join('：')).join('；')
        note(step, `${outcome.warn ? '通过，有提醒' : '通过'}：${outcome.text}${rows && `（${rows}）`}`)
      })
    }

    /** Takes a passed step back; a refusal leaves it as it was, with why. */
    const undo = async (step: FlowStep<C>) => {
      const before = now().state
      if (worker.busy() || !step.undo) return
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
      change({ state: model.open(steps, now().state, key) })
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
        change({ state: model.fail(now().state, step.key, explain(error)) })
        return
      }
      change({ state: model.skip(now().state, step.key, reason) })
      note(step, reason ? `跳过：${reason}` : '跳过')
      show(model.neighbour(steps, now().state, 1))
    }

    const type = (step: FlowStep<C>, name: string, value: unknown) => {
      setWrong(({ [name]: _, ...rest }) => rest)
      change({ values: { ...now().values, [step.key]: { ...valuesOf(step), [name]: value } } })
    }
    return { run, undo, show, skip, type, valuesOf, askNow }
  }, [steps, remote, store, worker, setWrong, stop, dialogs])

  const step = steps.find(({ key }) => key === state.at) ?? steps[0]!
  return { state, log, step, stop, ...shown, ...read, ...actions }
}
