import { hintMessage } from '@yibao/shared/calls/hint.ts'
import { formatCount } from '@yibao/shared/money.ts'
import { ui } from '../../api/ui.ts'
import { act, defineList, late, needOf, type RowOf } from '../../kit/index.ts'

type Row = RowOf<typeof hintMessage.indexPaged>
const isBusy = ({ state }: Row) => (state === 'building' ? '索引正在重建，请等待结束' : undefined)
const isMissing = (row: Row) => isBusy(row) ?? (row.state === 'none' ? '索引还没有建立' : undefined)

const SearchTest = late(async () => ({ default: (await import('./lucene-manager/search-test.tsx')).SearchTest }))

/** 索引管理: the full text behind the search of hints (domain.md 8.2). */
export default defineList({
  tableId: 'lucene-manager',
  call: hintMessage.indexPaged,
  rowKey: 'name',
  empty: '没有索引',
  refreshEvery: 30_000,
  columns: [
    { key: 'name', width: 120 },
    { key: 'state', width: 110, tones: { ready: 'good', building: 'action', broken: 'warn', none: 'off' } },
    { key: 'documents', width: 100 },
    { key: 'hints', width: 100 },
    { key: 'size', width: 110 },
    { key: 'builtAt', width: 160 },
    { key: 'ms', width: 110 },
    { key: 'node', width: 158 },
  ],
  actions: [
    {
      key: 'search',
      text: '检索测试',
      primary: true,
      need: needOf(hintMessage.searchFromLucene),
      run: (_, { dialogs }) => dialogs.open<void>((done) => <SearchTest onClose={() => done()} />),
    },
  ],
  rowActions: [
    act({
      key: 'build',
      text: '重建',
      call: hintMessage.createLuceneIndex,
      disabled: isBusy,
      confirm: ({ hints }: Row) => ({
        title: '重建提示的索引',
        tips: `重新处理全部 ${formatCount(hints)} 条提示。重建期间检索照常，用原来的内容。`,
      }),
      progress: '重建索引',
    }),
    act({
      key: 'optimise',
      text: '优化',
      call: hintMessage.optimiseLuceneIndex,
      disabled: isMissing,
      confirm: () => ({ title: '优化提示的索引', tips: '重新排列索引占用的空间，几秒内完成。内容不变。' }),
      after: ({ before, after }) =>
        ui().success(`索引已优化：${formatCount(before)} KB，现在 ${formatCount(after)} KB`),
    }),
    act({
      key: 'remove',
      text: '删除',
      danger: true,
      call: hintMessage.deleteLuceneIndex,
      disabled: isMissing,
      confirm: () => ({
        title: '删除提示的索引',
        tips: '删除后不能全文检索，直到再次重建。提示本身和店员看到的办法不受影响。',
      }),
      done: '索引已删除',
    }),
  ],
})
