import { catalogueMenu as calls } from '@yibao/shared/calls/catalogue-menu.ts'
import { type Action, act } from '../../../kit/index.ts'

/** The ways to take the centre's files in: what is newer, so many rows of one, what prescriptions are written from. */
export const downloads: Action<readonly unknown[]>[] = [
  act({
    key: 'download',
    text: '下载更新',
    primary: true,
    call: calls.downloadCatalogue,
    confirm: () => ({
      title: '下载目录更新',
      tips: '从医保中心下载各类目录自本地版本以来的新增和变化（1301-1306、1312-1319）。本地新增的行保留。可以随时关闭，下载在后台继续。',
      okText: '开始下载',
    }),
    progress: '下载目录',
  }),
  act({
    key: 'downloadAll',
    text: '全部重新下载',
    call: calls.downloadCatalogue,
    input: () => ({ full: true }),
    confirm: () => ({
      title: '全部重新下载目录',
      tips: '从第一个版本起重新下载各类目录，用来核对本地目录是否完整，可能要一小时以上。下载期间各店照常使用现有的目录，本地新增的行保留。平时用「下载更新」。',
      okText: '开始下载',
    }),
    progress: '重新下载目录',
  }),
  act({
    key: 'downloadBySize',
    text: '分批下载',
    call: calls.downloadCatalogueBySize,
    form: {
      fields: ['kind', 'size'],
      initial: () => ({ kind: '1301', size: 50_000 }),
      intro: '先下载这么多行；再次下载从断点继续。网络慢或目录很大时使用。',
      okText: '开始下载',
      cancelText: '不下载',
    },
    progress: '分批下载',
  }),
  act({
    key: 'downloadEcRx',
    text: '下载处方目录',
    call: calls.downloadEcRxCatalogueBySize,
    form: {
      fields: ['size'],
      initial: () => ({ size: 50_000 }),
      intro: '电子处方里的药品目录，先下载这么多行；再次下载从断点继续。',
      okText: '开始下载',
      cancelText: '不下载',
    },
    progress: '下载电子处方目录',
  }),
]
