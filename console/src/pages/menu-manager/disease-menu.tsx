import { disease } from '@yibao/shared/calls/catalogue.ts'
import { versionsAction } from '../../catalogue/versions.tsx'
import { act, defineList } from '../../kit/index.ts'

/** 病种目录: diagnoses, operations, chronic diseases and the Chinese ones, as the centre numbers them (domain.md 8.5). */
export default defineList({
  tableId: 'disease-menu',
  call: disease.getDiseaseByPage,
  exportAs: 'disease.getDiseaseByPage',
  empty: '没有符合条件的病种。还没有下载过请按「下载更新」，否则放宽条件',
  initial: () => ({ kind: '1307' as const }),
  filters: [
    { key: 'keyword', title: '查找', placeholder: '名称、首字母或编码' },
    'kind',
    'validity',
    { key: 'version', more: true },
  ],
  columns: [
    { key: 'code', width: 160, sort: true },
    { key: 'name', width: 260, sort: true },
    { key: 'kind', width: 110 },
    { key: 'category', width: 180, sort: true },
    { key: 'parent', width: 160 },
    { key: 'valid', width: 75, tones: { true: 'good', false: 'harm' } },
    { key: 'version', width: 150, sort: true },
    { key: 'limitText', width: 220, hidden: true },
    { key: 'areaCode', width: 80, hidden: true },
  ],
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
    versionsAction(disease.getMaxVersionInfo),
  ],
})
