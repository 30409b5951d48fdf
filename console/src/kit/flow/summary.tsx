import { formatTime } from '@yibao/shared/time.ts'
import { version } from '../../state/version.ts'
import { Closing } from './closing.tsx'
import styles from './flow.module.css'
import { type LogLine, logText, saveText } from './log.ts'
import { type FlowState, recordOf } from './model.ts'
import type { FlowSpec, StepResult } from './types.ts'

/** Saves the log under the flow's title and the time, with what support asks first. */
export const saveLog = (title: string, log: readonly LogLine[]): void => {
  const now = formatTime(new Date())
  const about = [`保存时间 ${now}`, `控制台版本 ${version}`, `地址 ${location.origin}`, navigator.userAgent]
  saveText(`${title}-${now.replace(/[-: ]/g, '').slice(0, 12)}.txt`, logText(title, about, log))
}

const resultsOf = <C,>({ steps }: FlowSpec<C>, all: FlowState): StepResult[] =>
  steps.map(({ key, title }) => {
    const { state, text, facts = {} } = recordOf(all, key)
    return { key, title, state, text, facts }
  })

/** What came of every step, and what is done with it. */
export const Summary = <C,>({ spec, state, context }: { spec: FlowSpec<C>; state: FlowState; context: C }) => (
  <>
    <p className={styles.what}>{spec.finish?.text}</p>
    <dl className={styles.rows}>
      {spec.steps.map(({ key, title }) => (
        <div key={key}>
          <dt>{title}</dt>
          <dd>{recordOf(state, key).text}</dd>
        </div>
      ))}
    </dl>
    {spec.finish && <Closing finish={spec.finish} context={context} results={resultsOf(spec, state)} />}
  </>
)
