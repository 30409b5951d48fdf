import type { ResultOf } from '@yibao/shared/call.ts'
import type { ybConfig } from '@yibao/shared/calls/base.ts'
import type { Database } from '../../database/open.ts'
import { givenReaders } from '../driver/given.ts'

type Reader = ResultOf<typeof ybConfig.pullCardReaderTypes>['cardReaderTypes'][number]

/** The readers the agent ships drivers for; `driver` is the driver's id there. */
export const shippedReaders: readonly Reader[] = [
  { value: 'sscard-std', name: '社保卡读卡器（人社标准接口）', medium: 'socialCard', driver: 'sscard-std' },
  { value: 'heasec', name: '医保标准读卡库（HeaSecReadInfo）', medium: 'socialCard', driver: 'heasec' },
  { value: 'sscard-hn', name: '社保卡读卡库（SSCard，缓冲区带长度）', medium: 'socialCard', driver: 'sscard-hn' },
  { value: 'idcard-sdt', name: '身份证阅读器（sdtapi 接口，GA467）', medium: 'idCard', driver: 'idcard-sdt' },
  { value: 'idcard-cvr', name: '身份证阅读器（termb 接口）', medium: 'idCard', driver: 'idcard-cvr' },
  { value: 'nation-ec', name: '医保电子凭证扫码器（NationECCode）', medium: 'eVoucher', driver: 'nation-ec' },
  { value: 'sim-social-card', name: '模拟社保卡读卡器', medium: 'socialCard', driver: 'sim-social-card' },
  { value: 'sim-id-card', name: '模拟身份证阅读器', medium: 'idCard', driver: 'sim-id-card' },
  { value: 'sim-e-voucher', name: '模拟电子凭证扫码器', medium: 'eVoucher', driver: 'sim-e-voucher' },
]

/** Every reader a counter can have: the shipped ones, and those whose packages are given out (their names win). */
export const cardReaderTypes = async (db: Database): Promise<Reader[]> => {
  const given = (await givenReaders(db)).map(({ driverId, name, kind }) => ({
    ...{ value: driverId, name, medium: kind, driver: driverId },
  }))
  const replaced = new Set(given.map(({ driver }) => driver))
  return [...given, ...shippedReaders.filter(({ driver }) => !replaced.has(driver))]
}
