import { liquidation } from '@yibao/shared/calls/liquidation.ts'
import { lastMonth } from '@yibao/shared/period.ts'
import { addMonths } from '@yibao/shared/time.ts'
import { act } from '../kit/index.ts'
import { StoreFilter } from '../organisation/store-filter.tsx'

/** Asks the centres how the applications of the last half year stand; `obtains`: what of them is brought. */
export const pull = (text: string, obtains: string) =>
  act({
    key: 'pull',
    text,
    call: liquidation.pull,
    need: { menuCode: 'FundLiquidation', buttonCode: 'download' },
    form: {
      fields: ['from', 'to', 'storeId'],
      initial: () => ({ from: addMonths(lastMonth(), -5), to: lastMonth() }),
      intro: `门店有人签到的日子，系统自动查询还没有结束的申请；要马上知道，或查已拨付的有没有返还预留、年终扣款，在这里向医保中心逐份查询${obtains}。`,
      inputs: { storeId: StoreFilter },
      okText: '开始查询',
      cancelText: '不查询',
    },
    progress: '从中心取清算进度',
  })
