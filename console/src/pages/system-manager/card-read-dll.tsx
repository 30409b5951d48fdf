import { cardReadDll } from '@yibao/shared/calls/driver-package.ts'
import { packagePage } from '../../drivers/package-list.tsx'

/** 读卡DLL管理: packages of reader drivers, given to the counters as signed policy (domain.md 8.2). */
export default packagePage({
  tableId: 'card-read-dll',
  calls: cardReadDll,
  noun: '读卡DLL',
  empty: '还没有读卡驱动。助手自带常用接口，厂商的文件按「上传读卡DLL」放入',
  columns: ['media'],
  filters: ['kind', 'areaCode'],
})
