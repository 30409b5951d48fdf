import { dictionary } from '@yibao/shared/calls/dictionary.ts'
import { act, defineTree, importRows, late, needOf, shownArea } from '../../kit/index.ts'
import { DictionaryAreaSelect } from '../../organisation/area-select.tsx'
import { areaShown } from '../../organisation/area-shown.ts'
import { codeTypeInput } from './dictionary/code-type-input.tsx'
import { rowActions } from './dictionary/row-actions.ts'

const DropdownEditor = late(async () => ({ default: (await import('./dictionary/dropdowns.tsx')).DropdownEditor }))

/** 字典管理: the code tables of an area, the centre's rows under the area's own (domain.md 8.5). */
export default defineTree({
  title: '字典类型',
  call: dictionary.codeTypes,
  input: (asked) => shownArea({ asked }),
  nodes: (types) =>
    types.map(({ codeType, name, items }) => ({
      key: codeType,
      title: `${name}（${items}）`,
      note: name === codeType ? undefined : codeType,
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
      { key: 'codeTypeName', width: 160 },
      { key: 'codeType', width: 130, hidden: true, sort: true },
      { key: 'code', width: 80, sort: true },
      { key: 'name', width: 144, sort: true },
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
          inputs: (_, tools) => ({ codeType: codeTypeInput(shownArea(tools)) }),
          intro: async (_, tools) => `新增到${await areaShown(tools)}，别的区划不变。`,
        },
        done: '字典项已新增',
      }),
      act({
        key: 'download',
        text: '从中心下载',
        call: dictionary.download,
        confirm: async (_, tools) => ({
          title: `从${await areaShown(tools)}的医保中心下载全部字典`,
          tips: '下载中心的最新代码（1901）。本地新增和修改过的项保持不变。',
          okText: '开始下载',
          cancelText: '不下载',
        }),
        progress: '下载字典',
      }),
      importRows('Dictionary', 'dictionaryItem', '导入字典项', { where: areaShown }),
      {
        key: 'dropdowns',
        text: '下拉列表维护',
        need: needOf(dictionary.submitDynamicDropdowns),
        run: async (_, tools) => {
          const where = await areaShown(tools)
          return tools.dialogs.open<void>((done) => (
            <DropdownEditor area={shownArea(tools)} where={where} onClose={() => done()} />
          ))
        },
      },
    ],
    rowActions,
  },
})
