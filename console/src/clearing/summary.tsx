import type { ResultOf } from '@yibao/shared/call.ts'
import type { clearScore } from '@yibao/shared/calls/clear-score.ts'
import { clearingMonth, clearingSummary } from '@yibao/shared/entities/clearing.ts'
import { Alert, Button } from 'antd'
import { Actions, Fields, late, metaAt, Status, shapeOf, type Tools } from '../kit/index.ts'
import { type Month, monthActions } from './month-actions.tsx'
import { stateTones } from './tones.ts'

const Stores = late(() => import('./stores.tsx'))
const shape = shapeOf(clearingSummary)
const names = ['rows', 'paid', 'equal', 'differs', 'centreOnly', 'oursOnly', 'open', 'confirmedPaid']

const advice: Partial<Record<Month['state'], string>> = {
  1: '提取没有完成，已提取的保留：再按「提取明细」从中断处继续。',
  5: '确认发出后没有收到答复，系统不会重复发送：按「核实结果」，系统重新提取明细并按中心的确认标志判断。',
  6: '回退发出后没有收到答复：按「核实结果」向中心核实。',
}

const below = { style: { marginTop: 8 } }

const OneStore = ({ month, tools }: { month: Month; tools: Tools }) => {
  const title = (
    <>
      <Status tone={stateTones[month.state] ?? 'off'}>
        {metaAt(clearingMonth.shape, 'state').choices?.[month.state]}
      </Status>{' '}
      {month.storeName} {month.month}
      {month.extractedAt && `，${month.extractedAt.slice(5, 16)} 由${month.operatorName}提取`}
    </>
  )
  const text = [advice[month.state], month.message].filter(Boolean).join(' ')
  const type = advice[month.state] ? 'warning' : 'info'
  const actions = <Actions actions={monthActions} target={month} tools={tools} />
  return <Alert {...below} type={type} title={title} description={text || undefined} action={actions} />
}

/** What the chosen month and stores hold together, above the list: with one store its state and what to do about it. */
export const Summary = ({ tools, result }: { tools: Tools; result?: ResultOf<typeof clearScore.paged> }) => {
  const summary = result?.summary
  const [only] = summary?.only ?? []
  const month = result?.items[0]?.month
  const stores = () =>
    tools.dialogs.open<void>((done) => (
      <Stores
        month={month}
        onClose={() => {
          done()
          void tools.refetch()
        }}
      />
    ))
  return (
    <section aria-label="合计" aria-live="polite">
      <Fields shape={shape} values={summary} fields={names} />
      {only && <OneStore month={only} tools={tools} />}
      {summary && summary.months > 1 && (
        <Alert
          {...below}
          type={summary.left ? 'warning' : 'success'}
          title={`${summary.months} 家门店已提取${summary.left ? `，${summary.left} 家还没有确认完` : '，全部确认完'}`}
          action={
            <Button size="small" onClick={stores}>
              各店进度
            </Button>
          }
        />
      )}
    </section>
  )
}
