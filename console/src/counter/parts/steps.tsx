import { useEffect, useState } from 'react'
import type { Counter } from '../flow/state.ts'
import { ended } from '../flow/step.ts'
import { cashDue } from './cash-due.ts'
import css from './steps.module.css'
import { useCounter, useStore } from './store-context.ts'

const steps = [
  ['person', '参保人'],
  ['basket', '药品'],
  ['money', '金额'],
] as const

type StepId = (typeof steps)[number][0]

/** The step a narrow screen shows by itself: the first one that lacks something. */
const naturalStep = ({ person, cleared, lines, priced, phase }: Counter): StepId => {
  if (phase !== 'open' && phase !== 'refused') return 'money'
  if (priced?.fresh) return 'money'
  if (!person || cleared) return lines.length > 0 ? 'basket' : 'person'
  return 'basket'
}

/** Below 992 px one step is shown at a time; a hand may look at another one until the purchase moves on (ux 2.8). */
export const useStep = (): [StepId, (step: StepId) => void] => {
  const natural = naturalStep(useCounter())
  const [step, setStep] = useState<StepId>(natural)
  useEffect(() => setStep(natural), [natural])
  return [step, setStep]
}

export const Steps = ({ step, onStep }: { step: StepId; onStep: (step: StepId) => void }) => (
  <nav className={css.steps} aria-label="步骤">
    {steps.map(([id, title], i) => (
      <button key={id} type="button" aria-current={id === step ? 'step' : undefined} onClick={() => onStep(id)}>
        <span>{i + 1}</span> {title}
      </button>
    ))}
  </nav>
)

/** The sticky bar of a narrow screen: cash due and the one next button. */
export const NextBar = () => {
  const { dispatch } = useStore()
  const state = useCounter()
  const { may, priced, phase } = state
  const order = phase === 'presettling' ? undefined : priced?.order
  const cash = cashDue(state)
  const settles = priced?.fresh && phase === 'open'
  const busy = {
    presettling: '预结算中…',
    settling: state.pending?.kind === 'reversal' ? '正在撤销…' : '正在结算…',
    unknown: '核实中',
  }[phase as string]
  return (
    <nav className={css.next} aria-label="下一步">
      <p data-stale={(order && !priced?.fresh && !ended(state)) || undefined}>
        <span>{cash.title}</span>
        <strong data-long={cash.text.length > 9 || undefined}>{cash.text}</strong>
      </p>
      {may.settle && (
        <button
          type="button"
          aria-busy={busy !== undefined}
          aria-disabled={busy !== undefined}
          onClick={() => dispatch({ type: ended(state) ? 'next' : settles ? 'settle' : 'presettle' })}
        >
          {busy ?? (ended(state) ? '下一位' : settles ? '结算' : '预结算')}
        </button>
      )}
    </nav>
  )
}
