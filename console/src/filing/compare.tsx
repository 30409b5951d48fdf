import type { ResultOf } from '@yibao/shared/call.ts'
import { Alert } from 'antd'
import { callServer } from '../api/index.ts'
import { type Dialogs, Modal } from '../kit/index.ts'
import type { FilingCalls, FilingPage } from './types.ts'

type Comparison = ResultOf<FilingCalls['compare']>
type Verdict = Comparison['rows'][number]['verdict']

const looks = {
  both: ['success', '一致'],
  dates: ['warning', '结束日期不同'],
  centreOnly: ['info', '仅中心有'],
  oursOnly: ['error', '仅本系统有'],
  elsewhere: ['warning', '其他机构'],
} as const satisfies Record<Verdict, [type: string, text: string]>

const Compared = ({ rows }: Comparison) =>
  rows.length === 0 ? (
    <Alert type="info" showIcon title="医保中心没有这个人的备案，本系统也没有上报过" />
  ) : (
    rows.map(({ code, name, beginDay, endDay, about, verdict, next }) => (
      <Alert
        key={`${code} ${beginDay} ${about}`}
        style={{ marginTop: 8 }}
        type={looks[verdict][0]}
        showIcon
        title={`${looks[verdict][1]}：${name}`}
        description={
          <>
            {[code, `${beginDay || '--'} 至 ${endDay || '长期'}`, about].filter(Boolean).join(' · ')}
            {next && <p style={{ margin: '4px 0 0' }}>{next}</p>}
          </>
        }
      />
    ))
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
