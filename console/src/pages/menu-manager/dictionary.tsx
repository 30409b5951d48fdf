import { dictionary } from '@yibao/shared/calls/dictionary.ts'
import { callServer } from '../../api/index.ts'
import { act, defineTree, late, needOf, type RowOf, switchActions } from '../../kit/index.ts'
import { DictionaryAreaSelect } from '../../organisation/area-select.tsx'
import { CodeTypeInput } from './dictionary/code-type-input.tsx'

const DropdownEditor = late(async () => ({ default: (await import('./dictionary/dropdowns.tsx')).DropdownEditor }))

type Row = RowOf<typeof dictionary.paged>
const which = ({ id, areaCode }: Row) => ({ id, ...(areaCode && { medicalAreaCode: areaCode }) })
const what = ({ code, name }: Row) => `「${code} ${name}」`

/** 字典管理: the code tables of an area, the centre's rows under the area's own (domain.md 8.5). */
export default defineTree({
  title: '字典类型',
  call: dictionary.codeTypes,
  nodes: (types) =>
    types.map(({ codeType, name, items }) => ({
      key: codeType,
      title: name === codeType ? `${codeType}（${items}）` : `${name} ${codeType}（${items}）`,
    })),
  empty: '还没有字典。按「从中心下载」取得',
  list: {
    tableId: 'dictionary',
    call: dictionary.paged,
    exportAs: 'dictionary.paged',
    empty: '没有符合条件的字典项',
    fixed: (codeType) => (codeType ? { codeType } : {}),
    filters: [
      'keyword',
      { key: 'medicalAreaCode', input: DictionaryAreaSelect },
      'state',
      'source',
      { key: 'version', more: true },
    ],
    columns: [
      { key: 'codeType', width: 130, sort: true },
      { key: 'codeTypeName', width: 130, hidden: true },
      { key: 'code', width: 100, sort: true },
      { key: 'name', width: 160, sort: true },
      { key: 'parent', width: 100, hidden: true },
      { key: 'sort', width: 70, hidden: true },
      { key: 'areaCode', width: 90, hidden: true },
      { key: 'source', width: 70, tones: { local: 'action' } },
      { key: 'changed', width: 80, tones: { true: 'warn' } },
      { key: 'isDefault', width: 60, tones: { true: 'good' } },
      { key: 'enabled', width: 60, tones: { true: 'good', false: 'off' } },
      { key: 'validFrom', width: 110, hidden: true },
      { key: 'validTo', width: 110, hidden: true },
      { key: 'version', width: 120, hidden: true },
      { key: 'updatedAt', width: 120, hidden: true },
    ],
    actions: [
      act({
        key: 'add',
        text: '新增字典项',
        primary: true,
        call: dictionary.addItem,
        form: {
          fields: ['codeType', 'code', 'name', 'parent', 'sort', 'validFrom', 'validTo'],
          initial: (_, { node }) => ({ codeType: node }),
          inputs: { codeType: CodeTypeInput },
        },
        done: '字典项已新增',
      }),
      {
        key: 'download',
        text: '从中心下载',
        need: needOf(dictionary.download),
        run: async (_, { dialogs, refetch }) => {
          const sure = await dialogs.confirm({
            title: '从医保中心下载全部字典',
            tips: '下载中心的最新代码（1901）。本地新增和修改过的项保持不变。',
            okText: '开始下载',
            cancelText: '不下载',
          })
          if (!sure) return
          const { progressId } = await callServer(dictionary.download, {})
          await dialogs.progress({ title: '下载字典', progressId })
          refetch()
        },
      },
      {
        key: 'import',
        text: '导入',
        need: { menuCode: 'Dictionary', buttonCode: 'import' },
        run: async (_, { dialogs, refetch }) => {
          if (await dialogs.upload({ importType: 'dictionaryItem', title: '导入字典项' })) refetch()
        },
      },
      {
        key: 'dropdowns',
        text: '下拉列表维护',
        need: needOf(dictionary.submitDynamicDropdowns),
        run: (_, { dialogs }) => dialogs.open<void>((done) => <DropdownEditor onClose={() => done()} />),
      },
    ],
    rowActions: [
      act({
        key: 'edit',
        text: '编辑',
        call: dictionary.updateItem,
        input: which,
        form: {
          title: (row: Row) => `编辑${what(row)}`,
          fields: ['name', 'parent', 'sort', 'validFrom', 'validTo'],
          initial: (row: Row) => ({ ...row, parent: row.parent || undefined }),
          intro: '只改本区划的显示；中心的代码不变，下载时保留。',
        },
        done: '字典项已修改',
      }),
      act({
        key: 'default',
        text: '设为默认',
        call: dictionary.setItemDefault,
        shown: (row: Row) => !row.isDefault && row.enabled,
        input: (row: Row) => ({ ...which(row), isDefault: true }),
        done: '已设为默认',
      }),
      ...switchActions({
        noun: '字典项',
        what,
        enabled: (row: Row) => row.enabled,
        stop: dictionary.stopItem,
        enable: dictionary.enableItem,
        input: which,
        loses: () => '停用后不能再选用，已有记录仍显示它的名称。',
      }),
      act({
        key: 'remove',
        text: '删除',
        danger: true,
        call: dictionary.deleteItem,
        shown: (row: Row) => row.source === 'local',
        input: which,
        confirm: (row: Row) => ({ title: `删除${what(row)}`, tips: '本地新增的项删除后不能恢复。' }),
        done: '字典项已删除',
      }),
    ],
  },
})
