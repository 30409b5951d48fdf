import { dictionary } from '@yibao/shared/calls/dictionary.ts'
import { act, type RowOf, switchActions } from '../../../kit/index.ts'
import { areaShown } from '../../../organisation/area-shown.ts'

type Row = RowOf<typeof dictionary.paged>
const which = ({ id, areaCode }: Row) => ({ id, ...(areaCode && { medicalAreaCode: areaCode }) })
const what = ({ code, name }: Row) => `「${code} ${name}」`

/** What can be done with one item: the centre's own are only changed for the area or stopped. */
export const rowActions = [
  act({
    key: 'edit',
    text: '编辑',
    call: dictionary.updateItem,
    input: which,
    form: {
      title: (row: Row) => `编辑${what(row)}`,
      fields: ['name', 'parent', 'sort', 'validFrom', 'validTo'],
      initial: (row: Row) => ({ ...row, parent: row.parent || undefined }),
      intro: async (_, tools) => `只改${await areaShown(tools)}的显示；中心的代码不变，下载时保留。`,
    },
    done: '字典项已修改',
  }),
  act({
    key: 'default',
    text: '设为默认',
    call: dictionary.setItemDefault,
    shown: (row: Row) => !row.isDefault && row.enabled,
    input: (row: Row) => ({ ...which(row), isDefault: true }),
    done: '已设为默认，新填写时先选它',
  }),
  act({
    key: 'noDefault',
    text: '取消默认',
    call: dictionary.setItemDefault,
    shown: (row: Row) => row.isDefault,
    input: (row: Row) => ({ ...which(row), isDefault: false }),
    done: '已取消默认',
  }),
  ...switchActions({
    noun: '字典项',
    what,
    enabled: (row: Row) => row.enabled,
    stop: dictionary.stopItem,
    enable: dictionary.enableItem,
    input: which,
    loses: async (_, tools) =>
      `在${await areaShown(tools)}停用，别的区划不变。停用后不能再选用，已有记录仍显示它的名称。`,
  }),
  act({
    key: 'remove',
    text: '删除',
    danger: true,
    call: dictionary.deleteItem,
    shown: (row: Row) => row.source === 'local',
    input: which,
    confirm: async (row: Row, tools) => ({
      title: `删除${what(row)}`,
      tips: `从${await areaShown(tools)}的字典删除。本地新增的项删除后不能恢复。`,
    }),
    done: '字典项已删除',
  }),
]
