import { disease } from '@yibao/shared/calls/catalogue-menu.ts'
import { versionsAction } from '../../catalogue/versions.tsx'
import { act, defineList, hiddenColumns, type RowOf } from '../../kit/index.ts'
import { DiseaseDetail } from './disease-menu/detail.tsx'

type Row = RowOf<typeof disease.getDiseaseByPage>
const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => id)

/** 病种目录: diagnoses, operations, chronic diseases and the Chinese ones, as the centre numbers them (domain.md 8.5). */
export default defineList({
  tableId: 'disease-menu',
  call: disease.getDiseaseByPage,
  exportAs: 'disease.getDiseaseByPage',
  empty: '没有符合条件的病种。还没有下载过请按「下载更新」，否则放宽条件',
  initial: () => ({ kind: '1307' as const }),
  filters: [
    { key: 'keyword', title: '查找', placeholder: '名称/拼音/编码' },
    'kind',
    'common',
    'validity',
    { key: 'version', more: true },
  ],
  columns: [
    { key: 'code', width: 160, sort: true },
    { key: 'name', width: 233, sort: true },
    { key: 'common', width: 70, tones: { true: 'action' } },
    { key: 'kind', width: 110 },
    { key: 'category', width: 180, sort: true },
    { key: 'parent', width: 140 },
    { key: 'valid', width: 75, tones: { true: 'good', false: 'harm' } },
    { key: 'version', width: 150, hidden: true, sort: true },
    ...hiddenColumns({ limitText: 220, areaCode: 80, beginDay: 105, endDay: 105 }),
  ],
  detail: ({ row, onClose }) => <DiseaseDetail input={{ id: row.id }} onClose={onClose} />,
  actions: [
    act({
      key: 'download',
      text: '下载更新',
      primary: true,
      call: disease.downloadDisease,
      confirm: () => ({
        title: '下载病种目录更新',
        tips: '从医保中心下载各类病种自本地版本以来的新增和变化（1307-1315）。可以随时关闭，下载在后台继续。',
        okText: '开始下载',
      }),
      progress: '下载病种目录',
    }),
    act({
      key: 'downloadKind',
      text: '下载一类',
      call: disease.downloadDisease,
      form: {
        fields: ['kind', 'full'],
        intro: '「全部重新下载」从第一个版本起下载，用来核对本地目录是否完整。',
        okText: '开始下载',
        cancelText: '不下载',
      },
      progress: '下载病种目录',
    }),
    versionsAction(disease.getMaxVersionInfo, disease.compareVersion),
  ],
  batch: [
    act({
      key: 'common',
      text: '设为常用',
      call: disease.setCommon,
      input: (rows: readonly Row[]) => ({ ids: idsOf(rows), common: true }),
      done: '已设为常用，选择病种时排在前面',
    }),
    act({
      key: 'rare',
      text: '取消常用',
      call: disease.setCommon,
      input: (rows: readonly Row[]) => ({ ids: idsOf(rows), common: false }),
      done: '已取消常用',
    }),
  ],
  actionsWidth: 90,
  rowActions: [
    act({
      key: 'common',
      text: '设为常用',
      call: disease.setCommon,
      shown: ({ common }: Row) => !common,
      input: ({ id }: Row) => ({ ids: [id], common: true }),
      done: '已设为常用，选择病种时排在前面',
    }),
    act({
      key: 'rare',
      text: '取消常用',
      call: disease.setCommon,
      shown: ({ common }: Row) => common,
      input: ({ id }: Row) => ({ ids: [id], common: false }),
      done: '已取消常用',
    }),
  ],
})
