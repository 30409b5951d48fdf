import { plugin } from '@yibao/shared/calls/plugin.ts'
import { defineList, uploadAction } from '../../kit/index.ts'
import { SuperAreaSelect } from '../../organisation/area-select.tsx'
import { packageActions, packageTones } from '../../plugins/package-actions.ts'
import { go } from '../../state/go.ts'

/** 插件包: signed packages of data that fit the product to an area's centre (domain.md 8.14). Super administrators only. */
export default defineList({
  tableId: 'plugin-package',
  call: plugin.packagePaged,
  empty: '没有符合条件的插件包。签名后按「上传插件包」登记',
  filters: ['keyword', { key: 'areaCode', input: SuperAreaSelect }, 'state'],
  refreshEvery: 30_000,
  columns: [
    { key: 'name', width: 170 },
    { key: 'code', width: 130, sort: true },
    { key: 'version', width: 80, sort: true },
    { key: 'state', width: 90, tones: packageTones },
    { key: 'areas', width: 150, text: ({ areas }) => areas || '没有绑定' },
    { key: 'services', width: 80 },
    { key: 'size', width: 110, sort: true },
    { key: 'uploadedAt', width: 108, sort: true },
    { key: 'former', width: 90, hidden: true },
    { key: 'current', width: 90, hidden: true },
    { key: 'sha256', width: 240, hidden: true },
    { key: 'uploadedBy', width: 90, hidden: true },
    { key: 'problem', width: 240, hidden: true },
  ],
  onOpen: ({ id }) => go(`/plugin/plugin-package-detail?id=${id}`),
  actions: [
    uploadAction({
      key: 'upload',
      text: '上传插件包',
      call: plugin.upload,
      file: '插件包（zip）',
      accept: '.zip',
      fields: [],
      intro: '由两把发布密钥签名的 zip，最大 2 MB。上传时核对签名和每一条规则，安装并绑定区划后启用才生效。',
      done: '插件包已上传，核对内容后安装',
    }),
  ],
  rowActions: packageActions,
})
