import { formatTime } from '@yibao/shared/time.ts'
import { version } from '../../state/version.ts'
import styles from './flow.module.css'
import { type LogLine, logText, saveText } from './log.ts'
import { type FlowState, recordOf } from './model.ts'
import type { FlowSpec } from './types.ts'

/** Saves the log under the flow's title and the time, with what support asks first. */
export const saveLog = (title: string, log: readonly LogLine[]): void => {
  const now = formatTime(new Date())
  const about = [`保存时间 ${now}`, `控制台版本 ${version}`, `地址 ${location.origin}`, navigator.userAgent]
  saveText(`${title}-${now.replace(/[-: ]/g, '').slice(0, 12)}.txt`, logText(title, about, log))
}

/** What came of every step. */
export const Summary = <C,>({ spec, state }: { spec: FlowSpec<C>; state: FlowState }) => (
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
  </>
)
