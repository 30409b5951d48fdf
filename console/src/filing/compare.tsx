import type { ResultOf } from '@yibao/shared/call.ts'
import { Alert } from 'antd'
import { callServer } from '../api/index.ts'
import { type Dialogs, Modal, Status, type Tone } from '../kit/index.ts'
import styles from './filing.module.css'
import type { FilingCalls, FilingPage } from './types.ts'

type Comparison = ResultOf<FilingCalls['compare']>
type Verdict = Comparison['rows'][number]['verdict']

const verdicts: Record<Verdict, [tone: Tone, text: string]> = {
  both: ['good', '一致'],
  dates: ['warn', '结束日期不同'],
  centreOnly: ['action', '仅中心有'],
  oursOnly: ['harm', '仅本系统有'],
  elsewhere: ['warn', '其他机构'],
}

const Compared = ({ rows }: Comparison) =>
  rows.length === 0 ? (
    <Alert type="info" showIcon title="医保中心没有这个人的备案，本系统也没有" />
  ) : (
    <ul className={styles.compared}>
      {rows.map(({ code, name, beginDay, endDay, about, verdict, next }) => (
        <li key={`${code} ${beginDay} ${about}`}>
          <div>
            <b>{name}</b>
            <Status tone={verdicts[verdict][0]}>{verdicts[verdict][1]}</Status>
          </div>
          <small>
            {code} · {beginDay || '--'} 至 {endDay || '长期'}
            {about && ` · ${about}`}
          </small>
          {next && <p>{next}</p>}
        </li>
      ))}
    </ul>
  )

/** Asks the centre what it holds of a person, and shows it beside what we hold. */
export const compare = async (
  page: FilingPage,
  dialogs: Dialogs,
  input: { id?: string; readId?: string },
): Promise<void> => {
  const { compare: call } = page.calls as unknown as FilingCalls
  const answer = await callServer(call, input)
  await dialogs.open<void>((done) => (
    <Modal
      open
      title={`${answer.maskedName}的${page.what}：医保中心与本系统`}
      footer={null}
      width={640}
      onCancel={() => done()}
    >
      <Compared {...answer} />
    </Modal>
  ))
}
