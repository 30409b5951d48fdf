import { get, pageOf, paging, post } from '../call.ts'
import {
  driverKind,
  driverPackageDetail,
  driverPackageRow,
  packageNote,
  packageState,
} from '../entities/driver-package.ts'
import { code, data, id, mapOf, note, optional } from '../field.ts'

const one = { id: id('编号') }

/** Calls of one of the two pages: driver packages of settlement libraries, or of readers. Super administrators only. */
const packages = <const C extends 'MedicalDll' | 'CardReadDll'>(menu: C, noun: string) => ({
  paged: get(`/api/${menu}/Paged`, {
    menu,
    title: `${noun}列表`,
    input: {
      ...paging,
      keyword: optional(note('名称/编号/厂商', { max: 60 })),
      kind: optional(driverKind),
      areaCode: optional(code('区划', { max: 6 })),
      version: optional(code('版本', { max: 20 })),
      state: optional(packageState),
    },
    result: pageOf(driverPackageRow),
  }),
  get: get(`/api/${menu}/Get/:id`, { menu, title: noun, input: one, result: driverPackageDetail }),
  /** A zip of driver.json and the vendor's files. */
  add: post(`/api/${menu}/Add`, {
    menu,
    button: 'upload',
    upload: true,
    title: `上传${noun}`,
    audit: { action: `上传${noun}`, record: ['vendor', 'areaCode'] },
    input: packageNote,
    result: driverPackageRow,
  }),
  /** Another interface description over the same files: a new version, not yet given out. */
  update: post(`/api/${menu}/Update/:id`, {
    menu,
    button: 'edit',
    title: `修改${noun}的接口`,
    audit: { action: `修改${noun}的接口`, record: ['id'] },
    input: { ...one, manifest: mapOf('接口说明', data('值')) },
    result: driverPackageRow,
  }),
  enable: post(`/api/${menu}/Enable/:id`, {
    menu,
    button: 'enable',
    title: `启用${noun}`,
    audit: { action: `启用${noun}`, record: ['id'] },
    input: one,
    result: driverPackageRow,
  }),
  stop: post(`/api/${menu}/Stop/:id`, {
    menu,
    button: 'stop',
    title: `停用${noun}`,
    audit: { action: `停用${noun}`, record: ['id'] },
    input: one,
    result: driverPackageRow,
  }),
  /** Gives the counters the version that was in use before this one. */
  rollBack: post(`/api/${menu}/RollBack/:id`, {
    menu,
    button: 'push',
    title: `回退${noun}`,
    audit: { action: `回退${noun}`, record: ['id'] },
    input: one,
    result: driverPackageRow,
  }),
  download: get(`/api/${menu}/Download/:id`, {
    menu,
    button: 'download',
    title: `下载${noun}`,
    file: 'application/zip',
    input: one,
  }),
})

/** /system-manager/medical-dll */
export const medicalDll = packages('MedicalDll', '医保DLL')
/** /system-manager/card-read-dll */
export const cardReadDll = packages('CardReadDll', '读卡DLL')
