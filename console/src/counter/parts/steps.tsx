import { ended } from '../flow/step.ts'
import { cashDue } from './cash-due.ts'
import css from './steps.module.css'
import { useCounter, useStore } from './store-context.ts'
import type { StepId } from './use-step.ts'

const steps = [
  ['person', '参保人'],
  ['basket', '药品'],
  ['money', '金额'],
] as const satisfies readonly (readonly [StepId, string])[]

/** The steps of a narrow screen, one of which is shown. */
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
