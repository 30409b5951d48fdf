import styles from './flow.module.css'
import { type FlowState, missingOf, recordOf, type StepShape, type StepState } from './model.ts'

/** Mark and word of each state: shape and word differ too, never the colour alone (ux 5). */
export const marks: Record<StepState | 'waiting', [mark: string, word: string, tone: string]> = {
  todo: ['○', '未做', 'off'],
  waiting: ['○', '等待前面的步骤', 'off'],
  running: ['…', '进行中', 'action'],
  done: ['✓', '已通过', 'good'],
  warn: ['△', '已通过，有提醒', 'warn'],
  failed: ['✕', '未通过', 'harm'],
  skipped: ['–', '已跳过', 'off'],
}

interface Props {
  steps: readonly (StepShape & { title: string })[]
  state: FlowState
  numbered: boolean
  onOpen: (key: string) => void
}

/** The steps with their state; every one may be opened at any time. */
export const Rail = ({ steps, state, numbered, onOpen }: Props) => (
  <nav className={styles.rail} aria-label="步骤" data-numbered={numbered || undefined}>
    <ol>
      {steps.map((step, i) => {
        const record = recordOf(state, step.key)
        const waiting = record.state === 'todo' && missingOf(state, step).length > 0
        const [mark, word, tone] = marks[waiting ? 'waiting' : record.state]
        const current = step.key === state.at
        return (
          <li key={step.key}>
            <button type="button" aria-current={current ? 'step' : undefined} onClick={() => onOpen(step.key)}>
              <span className={styles.mark} data-tone={tone} aria-hidden="true">
                {mark}
              </span>
              <span>
                {numbered && <span className={styles.number}>{i + 1}</span>}
                <span className={styles.label}>{step.title}</span>
              </span>
              <span className={styles.word}>{word}</span>
            </button>
          </li>
        )
      })}
    </ol>
  </nav>
)
