import type { ResultOf } from '@yibao/shared/call.ts'
import type { ybConfig } from '@yibao/shared/calls/base.ts'

type Reader = ResultOf<typeof ybConfig.pullCardReaderTypes>['cardReaderTypes'][number]

/** The readers the agent ships drivers for; `driver` is the driver's id there. */
export const cardReaderTypes: readonly Reader[] = [
  { value: 'sscard-std', name: '社保卡读卡器（人社标准接口）', medium: 'socialCard', driver: 'sscard-std' },
  { value: 'idcard-cvr', name: '身份证阅读器（termb 接口）', medium: 'idCard', driver: 'idcard-cvr' },
  { value: 'nation-ec', name: '医保电子凭证扫码器（NationECCode）', medium: 'eVoucher', driver: 'nation-ec' },
  { value: 'sim-social-card', name: '模拟社保卡读卡器', medium: 'socialCard', driver: 'sim-social-card' },
  { value: 'sim-id-card', name: '模拟身份证阅读器', medium: 'idCard', driver: 'sim-id-card' },
  { value: 'sim-e-voucher', name: '模拟电子凭证扫码器', medium: 'eVoucher', driver: 'sim-e-voucher' },
]
