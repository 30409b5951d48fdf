import { metaAt } from '../fields.ts'
import { FieldInput } from '../form/field-input.tsx'
import { Progress } from '../late/antd.ts'
import styles from './flow.module.css'
import { isDone, type StepRecord } from './model.ts'
import { OutcomePanel } from './outcome.tsx'
import { QuestionPanel } from './question.tsx'
import type { FlowStep, Values } from './types.ts'
import type { Open, Running } from './use-step-work.ts'

interface Props<C> {
  step: FlowStep<C>
  record: StepRecord
  values: Values
  wrong: Record<string, string>
  running: Running | null
  asking: Open | null
  /** Titles of the steps that have to be passed first. */
  waitsFor: readonly string[]
  onType: (name: string, value: unknown) => void
  onBack: (key: string) => void
  titleOf: (key: string) => string
}

/** The right side: what the step is for, what to do, its fields, and what is happening or came of it. */
export const Task = <C,>(props: Props<C>) => {
  const { step, record, values, wrong, running, asking, waitsFor, onType, onBack, titleOf } = props
  const { fields = {} } = step
  return (
    <>
      <p className={styles.purpose}>{step.purpose}</p>
      <div className={styles.what}>{step.task}</div>
      {waitsFor.length > 0 && (
        <p className={styles.waiting} role="status">
          △ 要先通过「{waitsFor.join('」「')}」
        </p>
      )}
      {Object.keys(fields).length > 0 && (
        <div className={styles.fields}>
          {Object.keys(fields).map((name, i) => {
            const meta = metaAt(fields, name)
            const id = `flow-${step.key}-${name}`
            return (
              <div key={name} className={styles.field}>
                <label htmlFor={id}>{meta.optional ? `${meta.title}（选填）` : meta.title}</label>
                <FieldInput
                  id={id}
                  meta={meta}
                  autoFocus={i === 0 && record.state === 'todo'}
                  value={values[name]}
                  placeholder=""
                  onChange={(value) => onType(name, value)}
                />
                {wrong[name] && (
                  <p className={styles.wrong} role="alert">
                    {wrong[name]}
                  </p>
                )}
              </div>
            )
          })}
        </div>
      )}
      {running && !asking && (
        <div className={styles.running} role="status">
          <p>{running.text}</p>
          {running.percent !== undefined && <Progress percent={Math.round(running.percent)} size="small" />}
        </div>
      )}
      {asking && <QuestionPanel key={asking.question.text} question={asking.question} onAnswer={asking.answer} />}
      {!running && <OutcomePanel record={record} onBack={onBack} titleOf={titleOf} />}
      {isDone(record) && <p className={styles.hint}>{step.again}</p>}
    </>
  )
}
