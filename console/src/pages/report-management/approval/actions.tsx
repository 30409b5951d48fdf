import { approval } from '@yibao/shared/calls/approval.ts'
import { type Action, act, needOf } from '../../../kit/index.ts'
import { judgeable, kindText, type Row, sumWords } from './look.ts'

/** Rows that a question names; of more it tells the number. */
const named = 10

const once = '通过后系统立即以申请人的名义执行，不能收回。'

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

/** How one press decides: of one application in its row and drawer, of those ticked in the list. */
interface Judging<T> extends Pick<Action<T>, 'shown' | 'disabled'> {
  rows: (of: T) => readonly Row[]
  approveTitle: (of: T) => string
  rejectTitle: (of: T) => string
}

const judging = <T,>({ rows, approveTitle, rejectTitle, ...when }: Judging<T>): Action<T>[] => [
  act({
    ...{ key: 'approve', text: '通过', primary: true, call: approval.do, ...when },
    input: (of: T) => ({ ids: rows(of).map(({ id }) => id), verdict: 'approve' as const, opinion: '' }),
    confirm: (of: T) => ({ title: approveTitle(of), tips: <Named rows={rows(of)} />, final: true }),
    progress: '执行审批',
  }),
  act({
    ...{ key: 'reject', text: '驳回', danger: true, call: approval.do, ...when },
    input: (of: T) => ({ ids: rows(of).map(({ id }) => id), verdict: 'reject' as const }),
    form: {
      ...{ fields: ['opinion'] as const, title: rejectTitle, okText: '驳回', cancelText: '不驳回' },
      intro: '驳回后不执行，申请人会看到审批意见。',
      check: ({ opinion }: Record<string, unknown>) =>
        String(opinion ?? '').trim().length < 2 ? { opinion: '驳回须填写审批意见，至少 2 个字' } : undefined,
    },
    done: '已驳回，申请人会收到消息',
  }),
]

/** What can be done with one application, in the list and in its drawer. */
export const rowActions: Action<Row>[] = [
  ...judging<Row>({
    rows: (row) => [row],
    shown: ({ canJudge }) => canJudge,
    approveTitle: ({ applicantName, money }) =>
      `通过${applicantName}的申请${money === undefined ? '' : `，${money} 元`}`,
    rejectTitle: ({ title }) => `驳回「${title}」`,
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

export const batchActions: Action<readonly Row[]>[] = judging<readonly Row[]>({
  rows: judgeable,
  disabled: (rows) => (judgeable(rows).length ? undefined : '选中的申请都不能由你审批'),
  approveTitle: (rows) => `通过 ${sumWords(judgeable(rows))}`,
  rejectTitle: (rows) => `驳回 ${sumWords(judgeable(rows))}`,
})
