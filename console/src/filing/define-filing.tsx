import { can } from '@yibao/shared/permission.ts'
import { Alert } from 'antd'
import { ui } from '../api/ui.ts'
import { act, defineDetail, defineList, needOf, Status } from '../kit/index.ts'
import type { Action, ListSpec } from '../kit/list/types.ts'
import { WorkButton } from '../kit/work-button.tsx'
import { StoreFilter } from '../organisation/store-filter.tsx'
import { PersonFilter } from '../persons/person-filter.tsx'
import { hasStore, useMe } from '../state/me.ts'
import { dueText, filingTones } from './look.ts'
import { byStanding, noteOf } from './standing.tsx'
import type { Filed, FilingCalls, FilingPage, Row } from './types.ts'

// What is done after a press comes behind the page.
const forms = () => import('./forms.tsx')
const comparing = () => import('./compare.tsx')

const idOf = ({ id }: Row) => ({ id })
const isDraft = ({ state }: Row) => state === 'draft' || state === 'refused'

/** What is wrong with a filing: the centre's own words, or that it ends. */
const Notice = ({ message, endsIn }: Filed) => {
  if (message) return <Alert type="warning" showIcon title={message} />
  if (endsIn === undefined) return null
  return <Alert type="warning" showIcon title={dueText(endsIn)} description="请提醒参保人续备案" />
}

const dueTone = (endsIn: number) => (endsIn < 0 ? 'off' : 'warn')

/** The page of one kind of filing: drafts of people whose card was read, told to the centre and taken back (domain.md 8.8). */
export const defineFiling = (page: FilingPage) => {
  // Every kind has these calls; what differs is what their forms hold.
  const calls = page.calls as unknown as FilingCalls
  const named = (row: Row) => `${row.maskedName}的「${page.about(row)}」`
  const mayPrint = () => {
    const { me } = useMe.getState()
    return me !== null && (needOf(calls.print) ?? []).some((wanted) => can(me, wanted))
  }
  const Detail = defineDetail({
    call: calls.get,
    title: (filed) => `${filed.maskedName} · ${page.about(filed)}`,
    tones: { state: filingTones },
    lead: (filed) => (
      <>
        <Notice {...filed} />
        {page.lead?.(filed)}
      </>
    ),
    footer: (filed) =>
      mayPrint() && (
        <WorkButton
          text="打印备案表"
          work={async (dialogs) => (await import('./print.tsx')).printFiling(page, dialogs, filed)}
        />
      ),
    groups: [
      ...page.groups,
      {
        title: '上报',
        fields: ['state', 'serial', 'reason', 'storeName', 'operatorName', 'changedAt', 'uploadedAt'],
      },
    ],
  })
  const rows: Pick<
    ListSpec<FilingCalls['getPaged']>,
    'tableId' | 'call' | 'exportAs' | 'filters' | 'columns' | 'detail'
  > = {
    tableId: page.tableId,
    call: calls.getPaged,
    exportAs: `${page.domain}.getPaged`,
    filters: [
      ...(page.filters as never[]),
      'state',
      'due',
      { key: 'readId', title: '参保人', input: PersonFilter },
      { key: 'from', more: true },
      { key: 'to', more: true },
      { key: 'storeId', title: '门店', more: true, input: StoreFilter },
    ],
    columns: [
      { key: 'maskedName', width: 75 },
      ...page.columns,
      { key: 'beginDay', width: 100, sort: true },
      {
        key: 'endDay',
        width: 195,
        sort: true,
        text: ({ endDay = '长期', endsIn }) => [endDay, dueText(endsIn)].filter(Boolean).join('，'),
        render: ({ endDay = '长期', endsIn }) =>
          endsIn === undefined ? (
            endDay
          ) : (
            <Status tone={dueTone(endsIn)}>
              {endDay}，{dueText(endsIn)}
            </Status>
          ),
      },
      { key: 'state', width: 100, sort: true, tones: filingTones },
      { key: 'operatorName', width: 80 },
      { key: 'maskedCertNo', width: 150, hidden: true },
      { key: 'serial', width: 180, hidden: true },
      { key: 'message', width: 220, hidden: true },
      { key: 'reason', width: 160, hidden: true },
      { key: 'storeName', width: 150, hidden: true, sort: true },
      { key: 'changedAt', width: 115, hidden: true, sort: true },
      { key: 'uploadedAt', width: 115, hidden: true },
    ],
    detail: ({ row, onClose }) => <Detail input={idOf(row)} onClose={onClose} />,
  }
  const repeal = act({
    key: 'repeal',
    text: '撤销',
    danger: true,
    call: calls.repeal,
    shown: (row: Row) => isDraft(row) || row.state === 'uploaded' || row.lost === 'repeal',
    input: idOf,
    form: {
      title: (row: Row) => `撤销${named(row)}备案`,
      fields: ['reason'],
      intro: (row: Row) =>
        isDraft(row)
          ? '医保中心没有这条备案，只在本系统作废，不能恢复。'
          : '向医保中心撤销，撤销后参保人不再享受这项待遇；已经审核的备案中心不受理。',
      okText: '确认撤销',
      cancelText: '不撤销',
    },
    done: '备案已撤销',
  })
  const upload = act({
    key: 'upload',
    text: '上报',
    call: calls.upload,
    shown: (row: Row) => isDraft(row) || row.lost === 'upload',
    input: idOf,
    confirm: (row: Row) => ({
      title: `上报${named(row)}备案`,
      okText: '上报备案',
      tips: row.lost
        ? '上一次没有收到答复：先向医保中心查询，中心没有才再发送。'
        : '上报后由医保中心审核；审核之前可以撤销，之后须到经办机构办理。',
    }),
    after: ({ message }) => void ui().success(message || '备案已上报'),
  })
  const compare: Action<Row> = {
    key: 'compare',
    text: '核对中心',
    need: needOf(calls.compare),
    run: async (row, { dialogs }) => (await comparing()).compare(page, dialogs, idOf(row)),
  }
  const Taken = defineList({
    ...rows,
    empty: '还没有备案。由门店按「新增备案」，读参保人的卡后填写',
    actions: [
      {
        key: 'add',
        text: '新增备案',
        primary: true,
        need: needOf(calls.add),
        // A draft is of a store: an administrator has none of his own.
        shown: hasStore,
        run: async (_, tools) => (await forms()).add(page, tools),
      },
      {
        key: 'ask',
        text: '查询中心',
        need: needOf(calls.compare),
        shown: hasStore,
        run: async (_, { dialogs }) => {
          const { askPerson } = await import('../persons/ask-person.tsx')
          const person = await askPerson(dialogs, '查询中心：参保人', `读到后显示医保中心的${page.what}`)
          if (person) await (await comparing()).compare(page, dialogs, { readId: person.readId })
        },
      },
    ],
    actionsWidth: 120,
    rowActions: [
      upload,
      {
        key: 'renew',
        text: '续备案',
        need: needOf(calls.add),
        shown: ({ endsIn }) => endsIn !== undefined && hasStore(),
        run: async (row, tools) => (await forms()).renew(page, row, tools),
      },
      {
        key: 'edit',
        text: '修改',
        need: needOf(calls.update),
        shown: isDraft,
        run: async (row, tools) => (await forms()).edit(page, row, tools),
      },
      compare,
      repeal,
    ],
  })
  if (!page.asksStanding) return Taken
  // What was filed before stays to be seen and asked about, and to be given up or taken back; nothing new is sent.
  const lost = { ...upload, shown: (row: Row) => row.lost === 'upload' }
  const theirs = { ...compare, shown: ({ state }: Row) => state === 'uploaded' || state === 'unknown' }
  const Shut = defineList({
    ...{ ...rows, empty: '没有备案', header: noteOf(calls.standing), actionsWidth: 120 },
    rowActions: [lost, theirs, repeal],
  })
  return byStanding(calls.standing, Taken, Shut)
}
