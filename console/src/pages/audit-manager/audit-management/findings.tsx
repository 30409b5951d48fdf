import { audit } from '@yibao/shared/calls/audit.ts'
import { formatDay, lastDays } from '@yibao/shared/time.ts'
import { act, defineList, hiddenColumns, late, moreFilters, needOf } from '../../../kit/index.ts'
import { StoreFilter } from '../../../organisation/store-filter.tsx'
import { hasStore } from '../../../state/me.ts'
import { isOpen, isUndecided, type Row, stateTones } from './look.ts'

const FindingDetail = late(() => import('./detail.tsx'))

const some = (fits: (row: Row) => boolean, why: string) => (rows: readonly Row[]) => (rows.some(fits) ? undefined : why)
const idsOf = (fits: (row: Row) => boolean) => (rows: readonly Row[]) => ({
  ids: rows.filter(fits).map(({ id }) => id),
})
const appealForm = {
  fields: ['opinion'] as const,
  intro: '写明为什么可以销售；照片用「附件」上传。提交后由管理员登记医保的结果。',
  okText: '提交申诉',
  cancelText: '不申诉',
}
const handleForm = {
  fields: ['passed', 'opinion'] as const,
  intro: '按医保部门的决定登记。申诉中的记录登记后是申诉成功或申诉失败；登记后不能更改。',
  okText: '登记结果',
  cancelText: '不登记',
}
const acceptTips = '认可后按拒付处理，不能再申诉。'

/** 审核管理: what was sold although the audit said something, and what becomes of it (domain.md 8.15). */
export const Findings = defineList({
  tableId: 'audit-management',
  call: audit.paged,
  exportAs: 'audit.paged',
  empty: '没有审核记录。店员确认过的审核提醒，在结算后出现在这里',
  initial: () => lastDays(30),
  filters: [
    'from',
    'to',
    'state',
    'kind',
    { key: 'keyword', title: '查找', placeholder: '订单号、结算号' },
    'name',
    { key: 'storeId', more: true, input: StoreFilter },
    ...moreFilters('rule'),
  ],
  columns: [
    { key: 'createdAt', width: 100, sort: true },
    { key: 'ruleName', width: 138 },
    { key: 'drug', width: 126 },
    { key: 'maskedName', width: 70 },
    // The drug stands beside it.
    {
      key: 'message',
      width: 132,
      text: ({ drug, message }) => (message.startsWith(`${drug} `) ? message.slice(drug.length + 1) : message),
    },
    { key: 'level', width: 80 },
    { key: 'amount', width: 90, sort: true },
    { key: 'state', width: 85, tones: stateTones },
    { key: 'deadline', width: 105, sort: true },
    ...hiddenColumns({ no: 200, rule: 80, kind: 90, orderNo: 181, setlId: 180 }),
    ...hiddenColumns({ storeName: 160, nationalCode: 210, soldAmount: 90, reversed: 80, confirmedBy: 90 }),
    ...hiddenColumns({ reason: 140, handler: 80, handledAt: 110 }),
  ],
  detail: ({ row, onClose }) => <FindingDetail input={{ id: row.id }} onClose={onClose} />,
  rowActions: [
    act({
      key: 'appeal',
      text: '申诉',
      call: audit.appeal,
      shown: isOpen,
      disabled: ({ deadline }: Row) =>
        deadline < formatDay(new Date()) ? `申诉截止日 ${deadline} 已过，请联系管理员` : undefined,
      input: ({ id }: Row) => ({ ids: [id] }),
      form: { ...appealForm, title: ({ no }: Row) => `申诉 ${no}` },
      done: '申诉已提交',
    }),
    {
      key: 'attach',
      text: '附件',
      need: needOf(audit.attach),
      shown: isUndecided,
      run: async (row, tools) => (await import('./attach.ts')).attachTo(row, tools),
    },
    act({
      key: 'accept',
      text: '认可扣款',
      danger: true,
      call: audit.accept,
      shown: isOpen,
      input: ({ id }: Row) => ({ ids: [id] }),
      confirm: ({ no, amount }: Row) => ({ title: `认可 ${no} 的扣款 ${amount} 元`, tips: acceptTips }),
      done: '已认可扣款',
    }),
    act({
      key: 'handle',
      text: '登记结果',
      call: audit.handle,
      shown: (row: Row) => isUndecided(row) && !hasStore(),
      input: ({ id }: Row) => ({ ids: [id] }),
      form: { ...handleForm, title: ({ no }: Row) => `登记 ${no} 的审核结果` },
      done: '结果已登记',
    }),
  ],
  actionsWidth: 132,
  batch: [
    act({
      key: 'appealMarked',
      text: '申诉',
      call: audit.appeal,
      disabled: some(isOpen, '选中的记录都不能申诉'),
      input: idsOf(isOpen),
      form: { ...appealForm, title: (rows: readonly Row[]) => `申诉 ${rows.filter(isOpen).length} 条` },
      done: '申诉已提交',
    }),
    act({
      key: 'acceptMarked',
      text: '认可扣款',
      danger: true,
      call: audit.accept,
      disabled: some(isOpen, '选中的记录都不能认可'),
      input: idsOf(isOpen),
      confirm: (rows: readonly Row[]) => ({ title: `认可 ${rows.filter(isOpen).length} 条扣款`, tips: acceptTips }),
      done: '已认可扣款',
    }),
    act({
      key: 'handleMarked',
      text: '登记结果',
      call: audit.handle,
      shown: () => !hasStore(),
      disabled: some(isUndecided, '选中的记录都已有结果'),
      input: idsOf(isUndecided),
      form: { ...handleForm, title: (rows: readonly Row[]) => `登记 ${rows.filter(isUndecided).length} 条审核结果` },
      done: '结果已登记',
    }),
  ],
})
