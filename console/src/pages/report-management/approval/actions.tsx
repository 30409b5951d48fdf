import { approval } from '@yibao/shared/calls/approval.ts'
import { type Action, act, needOf } from '../../../kit/index.ts'
import { judgeable, kindText, type Row, sumWords } from './look.ts'

/** Rows that a question names; of more it tells the number. */
const named = 10

const idsOf = (rows: readonly Row[]) => ({ ids: judgeable(rows).map(({ id }) => id) })
const once = '通过后系统立即以申请人的名义执行，不能收回。'
const noForm = {
  fields: ['opinion'] as const,
  okText: '驳回',
  cancelText: '不驳回',
  intro: '驳回后不执行，申请人会看到审批意见。',
  check: ({ opinion }: Record<string, unknown>) =>
    String(opinion ?? '').trim().length < 2 ? { opinion: '驳回须填写审批意见，至少 2 个字' } : undefined,
}

const Named = ({ rows }: { rows: readonly Row[] }) => (
  <>
    <p>{once}</p>
    <ul>
      {rows.slice(0, named).map(({ id, kind, title, storeName, money }) => (
        <li key={id}>
          {kindText(kind)} {title} · {storeName} {money !== undefined && `${money} 元`}
        </li>
      ))}
      {rows.length > named && <li>…共 {rows.length} 项</li>}
    </ul>
  </>
)

/** What can be done with one application, in the list and in its drawer. */
export const rowActions: Action<Row>[] = [
  act({
    key: 'approve',
    text: '通过',
    primary: true,
    call: approval.do,
    shown: ({ canJudge }: Row) => canJudge,
    input: ({ id }: Row) => ({ ids: [id], verdict: 'approve' as const, opinion: '' }),
    confirm: (row: Row) => ({
      title: `通过${row.applicantName}的申请${row.money === undefined ? '' : `，${row.money} 元`}`,
      tips: <Named rows={[row]} />,
    }),
    progress: '执行审批',
  }),
  act({
    key: 'reject',
    text: '驳回',
    danger: true,
    call: approval.do,
    shown: ({ canJudge }: Row) => canJudge,
    input: ({ id }: Row) => ({ ids: [id], verdict: 'reject' as const }),
    form: { ...noForm, title: ({ title }: Row) => `驳回「${title}」` },
    done: '已驳回，申请人会收到消息',
  }),
  {
    key: 'transfer',
    text: '转交',
    need: needOf(approval.transfer),
    shown: ({ canJudge }) => canJudge,
    run: async (row, tools) => (await import('./transfer.tsx')).transferTo(row, tools),
  },
  act({
    key: 'withdraw',
    text: '撤回',
    danger: true,
    call: approval.withdraw,
    shown: ({ canWithdraw }: Row) => canWithdraw,
    input: ({ id }: Row) => ({ id }),
    confirm: ({ title }: Row) => ({ title: `撤回「${title}」`, tips: '撤回后不执行；需要时可以重新提交。' }),
    done: '申请已撤回',
  }),
]

const none = (rows: readonly Row[]) => (judgeable(rows).length ? undefined : '选中的申请都不能由你审批')

export const batchActions: Action<readonly Row[]>[] = [
  act({
    key: 'approve',
    text: '通过',
    primary: true,
    call: approval.do,
    disabled: none,
    input: (rows: readonly Row[]) => ({ ...idsOf(rows), verdict: 'approve' as const, opinion: '' }),
    confirm: (rows: readonly Row[]) => ({
      title: `通过 ${sumWords(judgeable(rows))}`,
      tips: <Named rows={judgeable(rows)} />,
    }),
    progress: '执行审批',
  }),
  act({
    key: 'reject',
    text: '驳回',
    danger: true,
    call: approval.do,
    disabled: none,
    input: (rows: readonly Row[]) => ({ ...idsOf(rows), verdict: 'reject' as const }),
    form: { ...noForm, title: (rows: readonly Row[]) => `驳回 ${sumWords(judgeable(rows))}` },
    done: '已驳回，申请人会收到消息',
  }),
]
