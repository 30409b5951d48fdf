import { useMemo, useRef, useState } from 'react'
import { metaAt, type Shape } from '../fields.ts'
import { addLine } from './log.ts'
import * as model from './model.ts'
import { type Kept, thisPcFlows } from './shelf.ts'
import type { FlowSpec, FlowStep, Values } from './types.ts'

/** The kept state of a flow for whatever happens to it later: `now` is what was last changed, not what was last drawn. */
export interface Store<C> {
  now: () => Kept
  change: (part: Partial<Kept>) => void
  note: (step: FlowStep<C>, text: string) => void
}

const withoutSecrets = (shape: Shape | undefined, values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => shape && metaAt(shape, name).kind !== 'password'))

/** What may be kept: no password, whoever typed it. */
const keepable = <C>({ steps }: FlowSpec<C>, kept: Kept): Kept => ({
  ...kept,
  values: Object.fromEntries(steps.map(({ key, fields }) => [key, withoutSecrets(fields, kept.values[key] ?? {})])),
})

/** A state at the step that the address asks for. */
export const openAsked = <C>({ steps, startAt }: FlowSpec<C>, state: model.FlowState): model.FlowState =>
  model.open(steps, state, steps[startAt?.() ?? -1]?.key)

const start = <C>(spec: FlowSpec<C>, kept: Kept | undefined): Kept => {
  const state = kept ? model.resume(spec.steps, kept.state) : model.newFlow(spec.steps)
  return { log: [], values: {}, ...kept, state: openAsked(spec, state) }
}

/** What of a flow is kept on this PC, as it is drawn and as it is changed. */
export const useKept = <C>(spec: FlowSpec<C>, id: string): [kept: Kept, store: Store<C>] => {
  const [kept, setKept] = useState<Kept>(() => start(spec, thisPcFlows.read(id)))
  const last = useRef(kept)
  const store = useMemo<Store<C>>(() => {
    const change: Store<C>['change'] = (part) => {
      last.current = { ...last.current, ...part }
      thisPcFlows.write(id, keepable(spec, last.current))
      setKept(last.current)
    }
    return {
      now: () => last.current,
      change,
      note: (step, text) => change({ log: addLine(last.current.log, step.title, text) }),
    }
  }, [id, spec])
  return [kept, store]
}
