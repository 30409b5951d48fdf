import type { Simulator } from './simulator.ts'

/** A local settlement library with `^` frames (domain.md 6.5): it signs in, echoes a transaction and books nothing. */
export const settlement: Simulator = () => {
  let ready = false
  let serial = 0
  return {
    INIT: () => {
      ready = true
      return { ret: 0, out: { pErrMsg: '' } }
    },
    BUSINESS_HANDLE: (text) => {
      if (!ready) return { ret: -1, out: { outputData: '请先调用初始化函数' } }
      const items = text('inputData').split('^')
      if (items.length < 9) return { ret: -2, out: { outputData: '入参格式不正确' } }
      serial += 1
      return { ret: 0, out: { outputData: `${items[4]}-${serial}^1^${items[6]}^` } }
    },
  }
}
