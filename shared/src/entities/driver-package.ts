import { mediumNames } from '../agent/card-fields.ts'
import { choice, code, data, flag, group, id, integer, list, note, optional, text, time } from '../field.ts'
import { mark } from './permission.ts'
import { size } from './size.ts'

/** draft = brought in and not yet given out; enabled = what the counters use; stopped = given out before. */
export const packageState = choice('状态', { draft: '待启用', enabled: '已启用', stopped: '已停用' })

/** What a reader package is for, in the words of the manifest's `kind`. */
export const driverKind = choice('类型', {
  socialCard: '社保卡',
  idCard: '身份证',
  eVoucher: '电子凭证',
  settlement: '医保结算',
  printer: '打印',
})

/** A version of a driver package (domain.md 8.2, medical-dll and card-read-dll). */
export const driverPackageRow = group('驱动包', {
  id: id('编号'),
  driverId: code('驱动编号'),
  name: text('名称'),
  kind: driverKind,
  vendor: note('厂商', { max: 60 }),
  /** '' = every area. */
  areaCode: note('区划', { max: 6 }),
  entry: note('动态库'),
  version: code('版本'),
  bits: note('位数'),
  convention: note('调用约定'),
  encoding: note('编码'),
  /** The media that its tasks read. */
  media: note('可读'),
  files: integer('文件数'),
  size,
  sha256: code('SHA-256', { max: 64 }),
  /** Counters whose last heartbeat named this version. */
  clients: integer('使用中的电脑'),
  state: packageState,
  /** The version that 回退 brings back. */
  former: note('上一版本'),
  uploadedBy: note('上传人'),
  uploadedAt: time('上传时间'),
})

/** What a test reads; without one it calls a function. */
export const testMedium = choice('读取', mediumNames)

const packageFileRow = group('文件', {
  path: note('文件'),
  size: integer('字节'),
  sha256: code('SHA-256', { max: 64 }),
})

export const driverPackageDetail = group('驱动包', {
  ...driverPackageRow.shape,
  /** The driver.json, as it stands in the package. */
  manifest: data('接口说明'),
  fileList: list(packageFileRow, '文件', { max: 200 }),
})

/** What a package is told beside its file. */
export const packageNote = {
  vendor: optional(text('厂商', { max: 60 })),
  areaCode: optional(code('区划', { max: 6 })),
}

/** What a driver is started with at a counter. `own` = set for this counter; a secret is never shown again. */
export const driverSettings = group('驱动参数', {
  fields: list(
    group('参数', {
      name: code('参数'),
      title: note('名称'),
      value: note('这台电脑的值'),
      standard: note('驱动包的值'),
      secret: flag('保密'),
      own: flag('单独设置'),
    }),
  ),
  mark,
})
