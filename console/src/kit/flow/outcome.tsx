import { Button } from 'antd'
import styles from './flow.module.css'
import type { StepRecord } from './model.ts'
import { marks } from './rail.tsx'

interface Props {
  record: StepRecord
  /** Opens the step whose outcome has to change first. */
  onBack: (key: string) => void
  titleOf: (key: string) => string
}

/** What came of a step: what was found, or what happened, what it means and what to do next (ux 8). */
export const OutcomePanel = ({ record, onBack, titleOf }: Props) => {
  const { state, text, rows, problem } = record
  if (state === 'failed' && problem)
    return (
      <div className={styles.outcome} data-tone="harm" role="alert">
        <p className={styles.what}>✕ {problem.what}</p>
        <p>{problem.meaning}</p>
        <p>
          <b>下一步：</b>
          {problem.next}
        </p>
        {problem.back && <Button onClick={() => onBack(problem.back!)}>回到「{titleOf(problem.back)}」</Button>}
      </div>
    )
  if (!text || state === 'running') return null
  // Words on a step that is to do tell why it is again.
  const [mark, , tone] = marks[state === 'todo' ? 'warn' : state]
  return (
    <div className={styles.outcome} data-tone={tone} role="status">
      <p className={styles.what}>
        {mark} {text}
      </p>
      {!!rows?.length && (
        <dl className={styles.rows}>
          {rows.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}
