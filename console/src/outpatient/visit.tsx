import { approvalTarget } from '@yibao/shared/approval.ts'
import type { ResultOf } from '@yibao/shared/call.ts'
import { centreVisit, outpatient } from '@yibao/shared/calls/outpatient.ts'
import { formatAmount } from '@yibao/shared/money.ts'
import { callServer } from '../api/index.ts'
import { ui } from '../api/ui.ts'
import {
  type Action,
  Actions,
  metaAt,
  needOf,
  Status,
  shapeOf,
  type Tone,
  type Tools,
  useDictName,
} from '../kit/index.ts'
import styles from './outpatient.module.css'

type CentreVisit = ResultOf<typeof outpatient.queryCentre>['visits'][number]
export type Whose = { orderId: string } | { readId: string }

const verdictTones: Record<CentreVisit['verdict'], Tone> = {
  equal: 'good',
  centreOnly: 'harm',
  localOnly: 'harm',
  amounts: 'harm',
  reversedThere: 'harm',
  reversedHere: 'harm',
  unfinished: 'warn',
}

interface Props {
  visit: CentreVisit
  whose: Whose
  /** A second person has to approve an undo. */
  approval: boolean
  tools: Tools
}

const sides = ['total', 'fund', 'account'] as const
const titles = { total: '费用总额', fund: '基金合计', account: '个人账户' }

const amountOf = ({ centre }: CentreVisit) => formatAmount(centre?.total ?? '0.00')

const actionsOf = (whose: Whose, approval: boolean): Action<CentreVisit>[] => {
  const settlement = ({ setlId = '', mdtrtId = '' }: CentreVisit) => ({ ...whose, setlId, mdtrtId })
  const ask = async (
    { dialogs }: Tools,
    call: typeof outpatient.backfill | typeof outpatient.reverse,
    form: { title: string; intro: string; okText: string; submit: (reason: string) => Promise<unknown> },
  ) => {
    await dialogs.form({
      ...form,
      shape: { reason: call.input.shape.reason },
      cancelText: '不处理',
      submit: ({ reason }) => form.submit(String(reason)),
    })
  }
  return [
    {
      key: 'backfill',
      text: '补录',
      need: needOf(outpatient.backfill),
      shown: ({ canBackfill }) => canBackfill,
      run: (visit, tools) =>
        ask(tools, outpatient.backfill, {
          title: `补录中心结算 ${amountOf(visit)} 元`,
          intro: visit.orderId
            ? `药品已经给顾客时用。订单 ${visit.orderNo} 将记为已结算，金额以医保中心为准。`
            : '药品已经给顾客时用。本地将新增一张订单，金额和明细以医保中心为准；ERP 没有单据的，请随后补开。',
          okText: '核对并补录',
          submit: async (reason) => {
            const { text } = await callServer(outpatient.backfill, { ...settlement(visit), reason })
            ui().success(text)
          },
        }),
    },
    {
      key: 'reverse',
      text: '冲正',
      danger: true,
      need: needOf(outpatient.reverse),
      shown: ({ canReverse }) => canReverse,
      run: (visit, tools) =>
        ask(tools, outpatient.reverse, {
          title: `冲正中心结算 ${amountOf(visit)} 元`,
          intro: '药品没有给顾客时用。医保中心把基金和个人账户的钱退回，冲正后不能恢复。',
          okText: '冲正这笔',
          submit: async (reason) => {
            const authorizationId = approval
              ? await tools.dialogs.authorize({
                  action: 'centreOnly',
                  target: approvalTarget.centreOnly(visit.setlId ?? ''),
                  about: `冲正医保中心 ${visit.at} 的结算 ${amountOf(visit)} 元`,
                })
              : undefined
            if (approval && !authorizationId) return false
            const { text } = await callServer(outpatient.reverse, { ...settlement(visit), reason, authorizationId })
            return ui().success(text)
          },
        }),
    },
  ]
}

/** One settlement in both books, what it means, and what can be done with it. */
export const Visit = ({ visit, whose, approval, tools }: Props) => {
  const typeName = useDictName('med_type')
  const verdict = metaAt(shapeOf(centreVisit), 'verdict')
  return (
    <article className={styles.visit} aria-label={`${visit.at} ${verdict.choices?.[visit.verdict]}`}>
      <header className={styles.head}>
        <b>{visit.at}</b>
        <span>{typeName(visit.medicalType)}</span>
        <Status tone={verdictTones[visit.verdict]}>{verdict.choices?.[visit.verdict]}</Status>
        <span className={styles.grow} />
        <Actions actions={actionsOf(whose, approval)} target={visit} tools={tools} />
      </header>
      <table className={styles.books}>
        <thead>
          <tr>
            <th scope="col" aria-label="哪一边" />
            {sides.map((key) => (
              <th key={key} scope="col">
                {titles[key]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(['centre', 'local'] as const).map((whichSide) => (
            <tr key={whichSide}>
              <th scope="row">{whichSide === 'centre' ? '医保中心' : '本地'}</th>
              {sides.map((key) => {
                const value = visit[whichSide]?.[key]
                return <td key={key}>{value === undefined ? '--' : formatAmount(value)}</td>
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.numbers}>
        {visit.orderNo ? `订单 ${visit.orderNo}` : '本地没有订单'}
        {visit.setlId && ` · 结算号 ${visit.setlId}`}
      </p>
      {visit.advice && <p>{visit.advice}</p>}
    </article>
  )
}
