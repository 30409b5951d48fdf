import { acceptance } from '@yibao/shared/calls/acceptance.ts'
import { callServer } from '../api/index.ts'
import { type Action, act, type RowOf } from '../kit/index.ts'
import { OpenStoreFilter } from '../organisation/store-filter.tsx'
import { useMe } from '../state/me.ts'

const intro =
  '在医保中心真实结算一笔并撤销，再结算一笔、丢弃应答后冲正，最后对账并签退，两边都不留下结算。' +
  '请使用医保部门给的测试参保人；读卡须在装有助手的柜台电脑上。不填商品时用本店最便宜的非处方药。'

interface Named {
  key: string
  text: string
  primary?: boolean
}

/** Of which store, and which transactions alone; all of them otherwise. */
interface Of {
  storeId?: string
  infnos?: string[]
}

/** Asks for the store and the sample person, runs the acceptance and follows it to its end; it may be stopped. */
export const startAction = <T>(named: Named, of: (target: T) => Of): Action<T> =>
  act({
    ...named,
    call: acceptance.oneKeyAcceptance,
    input: (target: T) => {
      const { infnos } = of(target)
      return infnos ? { infnos } : {}
    },
    form: {
      wide: true,
      title: (target) => [named.text, ...(of(target).infnos ?? [])].join(' '),
      fields: ['storeId', 'medium', 'certNo', 'name', 'ownCode', 'quantity', 'stopOnError'],
      intro,
      inputs: { storeId: OpenStoreFilter },
      initial: (target) => ({
        storeId: of(target).storeId ?? useMe.getState().me?.user.storeId,
        ...{ medium: 'typed', quantity: '1', stopOnError: false },
      }),
      check: ({ medium, certNo }) => (medium === 'typed' && !certNo ? { certNo: '请填写证件号码' } : undefined),
      okText: '开始验收',
      cancelText: '不验收',
    },
    progress: '接口验收',
    stop: ({ id }) => callServer(acceptance.stop, { id }),
  })

type Run = RowOf<typeof acceptance.history>

const again = { key: 'failed', text: '重跑未通过' }

/** Runs what did not pass in a run, failed or not reached, and what it needs; the person is asked for once more. */
export const againAction: Action<Run> = {
  ...startAction<Run>(again, () => ({})),
  // What a run whose server ended had not begun is in no row of it: it is run whole.
  shown: ({ state, passed, steps }) => !['running', 'broken'].includes(state) && passed < steps,
  run: async ({ id, storeId }, tools) => {
    const { rows } = await callServer(acceptance.get, { id })
    const infnos = rows.filter(({ state }) => state !== 'passed').map(({ infno }) => infno)
    await startAction(again, () => ({ storeId, infnos: [...new Set(infnos)] })).run(undefined, tools)
  },
}
