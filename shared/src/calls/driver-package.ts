import { get, pageOf, paging, post } from '../call.ts'
import { commandRow } from '../entities/client-monitor.ts'
import {
  driverKind,
  driverPackageDetail,
  driverPackageRow,
  driverSettings,
  packageNote,
  packageState,
  testMedium,
} from '../entities/driver-package.ts'
import { seen } from '../entities/permission.ts'
import { code, data, group, id, list, mapOf, note, optional } from '../field.ts'

const one = { id: id('编号') }
const counterDriver = { agentId: code('电脑', { max: 64 }), driverId: code('驱动编号') }

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
  /** Counters that are online and report this driver. */
  clients: get(`/api/${menu}/Clients`, {
    menu,
    button: 'test',
    title: '可试用的电脑',
    input: { driverId: code('驱动编号') },
    result: list(
      group('电脑', { agentId: code('助手编号', { max: 64 }), name: note('电脑'), version: note('驱动版本') }),
    ),
  }),
  /**
   * Tries a driver on a counter: a read of whatever lies on its reader, or one harmless function. The answer is masked there.
   */
  test: post(`/api/${menu}/Test`, {
    menu,
    button: 'test',
    title: '试用驱动',
    audit: { action: '试用驱动', record: ['agentId', 'driverId', 'medium', 'fn'] },
    input: {
      ...counterDriver,
      medium: optional(testMedium),
      fn: optional(code('函数', { max: 64 })),
      args: optional(note('参数（JSON）', { max: 8000 })),
    },
    result: group('试用', { commandId: id('指令编号') }),
  }),
  testResult: get(`/api/${menu}/TestResult/:commandId`, {
    menu,
    button: 'test',
    title: '试用结果',
    input: { commandId: id('指令编号') },
    result: group('试用结果', { state: commandRow.shape.state, text: note('内容', { max: 500_000 }) }),
  }),
  /** What a driver is started with at one counter. */
  settings: get(`/api/${menu}/Settings`, {
    menu,
    button: 'test',
    title: '驱动参数',
    input: counterDriver,
    result: driverSettings,
  }),
  /** Empty = as the package says; an empty secret stays as it is, until it is named in `clear`. */
  saveSettings: post(`/api/${menu}/SaveSettings`, {
    menu,
    button: 'edit',
    title: '保存驱动参数',
    audit: { action: '保存驱动参数', record: ['agentId', 'driverId'] },
    input: {
      ...counterDriver,
      values: mapOf('参数', note('值', { max: 4000 })),
      /** Names that go back to the package's own. */
      clear: optional(list(code('参数'), '恢复的参数', { max: 100 })),
      seen,
    },
    result: driverSettings,
  }),
})

/** /system-manager/medical-dll */
export const medicalDll = packages('MedicalDll', '医保DLL')

/** /system-manager/card-read-dll */
export const cardReadDll = packages('CardReadDll', '读卡DLL')
