import { liquidation } from '@yibao/shared/calls/liquidation.ts'
import { claimNames } from '@yibao/shared/entities/liquidation.ts'
import { formatAmount } from '@yibao/shared/money.ts'
import { callServer } from '../../../api/index.ts'
import { ui } from '../../../api/ui.ts'
import { type Action, act, needOf, type RowOf } from '../../../kit/index.ts'
import { queriedText, revokedText } from '../../../liquidation/lead.ts'

type Row = RowOf<typeof liquidation.paged>

const is =
  (...states: Row['state'][]) =>
  ({ state }: Row) =>
    states.includes(state)
const isDraft = is('0')
const ofRow = ({ id }: Row) => ({ id })
const nameOf = ({ storeName, month }: Row) => `${storeName} ${month}`
const stored = (row: Row) => ({
  ...Object.fromEntries(claimNames.map((name) => [name, row[name]])),
  reason: row.editReason,
})

const confirmApply = (row: Row) => ({
  title: `申请清算：${nameOf(row)}`,
  tips: (
    <>
      <p>
        清算人次 {row.persons}，医疗费总额 {formatAmount(row.total)} 元，<b>基金申报 {formatAmount(row.fund)} 元</b>
        ，个人账户支出 {formatAmount(row.account)} 元，现金 {formatAmount(row.cash)} 元。
      </p>
      {row.differs && <p>与账的差额：{row.differs}。</p>}
      <p>
        {row.unsummed ? '金额由医保中心汇总，申请后与本地核对。' : '医保中心按这些金额审核。'}
        审核开始后不能撤销；结果由系统自动查询，有驳回或扣款时发消息给门店。
      </p>
    </>
  ),
  okText: '确认申请',
  cancelText: '不申请',
})

const editIntro = '修改后的金额与账的差额会一直显示。'

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
      intro: agreed
        ? `月对账已平，医疗费、个人账户支出和现金与中心一致，不能修改。${editIntro}`
        : `月对账的差异是人工处理的，可按中心的金额修改。${editIntro}`,
    },
    done: '申报金额已修改',
  })

const print: Action<Row> = {
  key: 'print',
  text: '打印',
  need: needOf(liquidation.print),
  shown: ({ state }) => state !== '2',
  run: async (row) => {
    const detail = await callServer(liquidation.print, { id: row.id })
    const { printApplication } = await import('./print.ts')
    await printApplication(detail)
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
    confirm: confirmApply,
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
  act({
    key: 'resolve',
    text: '核实结果',
    call: liquidation.resolve,
    // A draft that the centre refused may be one that it holds already.
    shown: ({ state, message }: Row) => state === '7' || (state === '0' && message !== undefined),
    input: ofRow,
    form: {
      title: (row: Row) => `核实申请结果：${nameOf(row)}`,
      fields: ['eventId', 'reason'],
      intro:
        '请在医保中心网站或电话核实：中心有这份申请，填写它的事件号，系统再向中心核对；结果未知而中心没有的，事件号留空，申请恢复为未申请。',
      okText: '核实',
      cancelText: '不核实',
    },
    done: '申请结果已核实',
  }),
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
      intro:
        '向医保中心撤销这份申请，所含的结算回到未清算，可以重新生成。已申报和已驳回的可以撤销，审核中的中心不接受。',
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
