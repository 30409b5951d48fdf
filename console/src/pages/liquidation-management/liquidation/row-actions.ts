import { liquidation } from '@yibao/shared/calls/liquidation.ts'
import { claimNames } from '@yibao/shared/entities/liquidation.ts'
import { formatAmount } from '@yibao/shared/money.ts'
import { callServer } from '../../../api/index.ts'
import { ui } from '../../../api/ui.ts'
import { type Action, act, needOf, type RowOf } from '../../../kit/index.ts'
import { queriedText, revokedText } from '../../../liquidation/lead.ts'
import { nameOf } from './row-name.ts'

type Row = RowOf<typeof liquidation.paged>

const is =
  (...states: Row['state'][]) =>
  ({ state }: Row) =>
    states.includes(state)
const isDraft = is('0')
const ofRow = ({ id }: Row) => ({ id })
const stored = (row: Row) => ({
  ...Object.fromEntries(claimNames.map((name) => [name, row[name]])),
  reason: row.editReason,
})

/** What stands above a form is read when it opens. */
const intro = (name: keyof typeof import('./intros.ts').intros) => async () =>
  (await import('./intros.ts')).intros[name]

/** Two forms: where the books agreed with the centre, what they agreed on is not asked for. */
const edit = (key: string, agreed: boolean) =>
  act({
    key,
    text: '修改金额',
    call: liquidation.edit,
    shown: (row: Row) => isDraft(row) && !row.unsummed && row.agreed === agreed,
    input: ofRow,
    form: {
      title: (row: Row) => `修改申报金额：${nameOf(row)}`,
      fields: agreed ? ['persons', 'recognised', 'fund', 'reason'] : [...claimNames, 'reason'],
      initial: stored,
      intro: intro(agreed ? 'edit' : 'editAll'),
    },
    done: '申报金额已修改',
  })

/** What a person found out at the centre: of an application, or of its revocation. */
const resolve = (key: 'resolve' | 'resolveRevoked', found: 'eventId' | 'revoked', shown: (row: Row) => boolean) =>
  act({
    key,
    text: '核实结果',
    call: liquidation.resolve,
    shown,
    input: ofRow,
    form: {
      title: (row: Row) => `核实结果：${nameOf(row)}`,
      fields: [found, 'reason'],
      intro: intro(key),
      okText: '核实',
      cancelText: '不核实',
    },
    done: '核实的结果已记录',
  })

const print: Action<Row> = {
  key: 'print',
  text: '打印',
  need: needOf(liquidation.print),
  shown: ({ state }) => state !== '2',
  run: async (row) => {
    const detail = await callServer(liquidation.print, { id: row.id })
    const { printApplications } = await import('./print.ts')
    await printApplications([detail])
  },
}

/** What can be done with one application, by its state (domain.md 5.6). */
export const rowActions: Action<Row>[] = [
  act({
    key: 'apply',
    text: '申请',
    call: liquidation.apply,
    shown: isDraft,
    disabled: ({ books }: Row) => (books === 'moved' ? '生成之后账目有变动，请重新生成' : undefined),
    input: ({ id, total, fund }: Row) => ({ id, total, fund }),
    confirm: async (row: Row) => (await import('./apply.tsx')).confirmApply(row),
    done: '医保中心已受理清算申请，审核结果由系统自动查询',
  }),
  act({
    key: 'query',
    text: '查询进度',
    call: liquidation.queryState,
    shown: is('1', '3', '4', '5', '6', '7', '8'),
    input: ofRow,
    after: (now) => ui().success(queriedText(now)),
  }),
  // A draft that the centre refused may be one that it holds already.
  resolve('resolve', 'eventId', ({ state, message }) => state === '7' || (state === '0' && message !== undefined)),
  resolve('resolveRevoked', 'revoked', is('5', '8')),
  edit('edit', true),
  edit('editAll', false),
  print,
  act({
    key: 'revoke',
    text: '撤销申请',
    danger: true,
    call: liquidation.revoke,
    shown: is('1', '5'),
    input: ofRow,
    form: {
      title: (row: Row) => `撤销清算申请：${nameOf(row)}，基金申报 ${formatAmount(row.fund)} 元`,
      fields: ['reason'],
      intro: intro('revoke'),
      okText: '撤销申请',
      cancelText: '不撤销',
    },
    after: (now) => ui().success(revokedText(now)),
  }),
  act({
    key: 'remove',
    text: '删除草稿',
    danger: true,
    call: liquidation.remove,
    shown: isDraft,
    input: ofRow,
    confirm: (row: Row) => ({
      title: `删除草稿：${nameOf(row)}`,
      tips: '还没有向医保中心申请。删除后可以重新生成，修改过的金额不保留。',
      okText: '删除草稿',
      cancelText: '不删除',
    }),
    done: '草稿已删除',
  }),
]
