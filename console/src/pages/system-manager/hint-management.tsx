import { hintMessage } from '@yibao/shared/calls/hint.ts'
import { act, defineList, hiddenColumns, late, needOf, type RowOf } from '../../kit/index.ts'
import { SuperAreaSelect } from '../../organisation/area-select.tsx'
import { RegexSelect } from './hint-management/regex-select.tsx'

type Row = RowOf<typeof hintMessage.hintMessagePageQuery>
const idOf = ({ id }: Row) => ({ id })

const TryMessage = late(async () => ({ default: (await import('./hint-management/try-message.tsx')).TryMessage }))

const form = {
  wide: true,
  fields: ['pattern', 'tips', 'guide', 'areaCode', 'infno', 'sort', 'enabled'] as const,
  inputs: { areaCode: SuperAreaSelect },
  intro:
    '匹配式是正则表达式，与中心返回的原文比较；不支持前后查找和引用。没有区划、交易时对全部有效；多个交易写作 2101|2102；写 2101、2102、2103 的也用于门诊流程的 2201-2206、2207、2208。办法里的 https:// 网址和 tel: 电话可以点开。',
}

/** 提示管理: the library that turns the centre's words into advice (domain.md 8.2). Super administrators only. */
export default defineList({
  tableId: 'hint-management',
  call: hintMessage.hintMessagePageQuery,
  empty: '没有符合条件的提示。按「新增提示」写一条',
  filters: [
    'keyword',
    { key: 'areaCode', input: SuperAreaSelect },
    'infno',
    'state',
    { key: 'regexId', input: RegexSelect, more: true },
  ],
  columns: [
    { key: 'pattern', width: 200 },
    { key: 'tips', width: 180 },
    { key: 'guide', width: 200 },
    { key: 'areaName', title: '区划', width: 90, text: ({ areaName }) => areaName || '全部' },
    { key: 'infno', width: 90, sort: true, text: ({ infno }) => infno ?? '全部' },
    { key: 'hits', width: 90, sort: true },
    { key: 'enabled', width: 70, tones: { true: 'good', false: 'off' } },
    { key: 'areaCode', title: '区划编码', width: 90, hidden: true },
    ...hiddenColumns({ sort: 80, problem: 200, updatedBy: 100, updatedAt: 130, id: 200 }),
  ],
  actions: [
    act({
      key: 'add',
      text: '新增提示',
      primary: true,
      call: hintMessage.addHintMessageInfo,
      form: { ...form, initial: () => ({ enabled: true }) },
      done: '提示已新增',
    }),
    {
      key: 'test',
      text: '试一句原文',
      need: needOf(hintMessage.testMessage),
      run: (_, { dialogs }) => dialogs.open<void>((done) => <TryMessage onClose={() => done()} />),
    },
  ],
  rowActions: [
    act({
      key: 'edit',
      text: '编辑',
      call: hintMessage.editHintMessageInfo,
      input: idOf,
      form: {
        ...form,
        title: '编辑提示',
        initial: ({ pattern, tips, guide, areaCode, infno, sort, enabled }: Row) => ({
          ...{ pattern, tips, guide, areaCode, infno, sort, enabled },
        }),
      },
      done: '提示已修改',
    }),
    act({
      key: 'regex',
      text: '改匹配式',
      call: hintMessage.editRegexInfo,
      input: ({ regexId }: Row) => ({ id: regexId }),
      form: {
        fields: ['pattern'],
        intro: '使用同一个匹配式的提示会一起改。',
        initial: ({ pattern }: Row) => ({ pattern }),
      },
      done: '匹配式已修改',
    }),
    act({
      key: 'remove',
      text: '删除',
      danger: true,
      call: hintMessage.delHintMessageInfo,
      input: idOf,
      confirm: ({ tips, hits }: Row) => ({
        title: `删除提示「${tips}」`,
        tips: `已命中 ${hits} 次。删除后店员遇到这类原文不再看到办法；只是暂时不用请改为停用。`,
      }),
      done: '提示已删除',
    }),
  ],
})
