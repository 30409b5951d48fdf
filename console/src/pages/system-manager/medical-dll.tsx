import { medicalDll } from '@yibao/shared/calls/driver-package.ts'
import { packagePage } from '../../drivers/package-list.tsx'

/** 医保DLL管理: settlement libraries of the areas, given to the counters as signed policy (domain.md 8.2). */
export default packagePage({
  tableId: 'medical-dll',
  calls: medicalDll,
  noun: '医保DLL',
  empty: '还没有医保动态库。按「上传医保DLL」放入第一个包',
  columns: ['areaCode'],
  filters: ['areaCode'],
})
