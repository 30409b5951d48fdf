import { acceptance } from '@yibao/shared/calls/acceptance.ts'
import { callServer } from '../api/index.ts'
import { type Action, needOf } from '../kit/index.ts'
import { StoreFilter } from '../organisation/store-filter.tsx'
import { useMe } from '../state/me.ts'

const { infnos: _, ...shape } = acceptance.oneKeyAcceptance.input.shape

const intro =
  '在医保中心真实结算一笔并撤销，再结算一笔、丢弃应答后冲正，最后对账并签退，两边都不留下结算。' +
  '请使用医保部门给的测试参保人；读卡须在装有助手的柜台电脑上。不填商品时用本店最便宜的非处方药。'

interface Named {
  key: string
  text: string
  primary?: boolean
  title: string
  /** Of which store, and which transactions alone; all of them otherwise. */
  storeId?: string | undefined
  infnos?: string[]
}

/** Asks for the store and the sample person, runs the acceptance and follows it to its end; it may be stopped. */
export const startAction = <T>({ key, text, primary, title }: Named, of: (target: T) => Partial<Named>): Action<T> => ({
  ...{ key, text, primary, need: needOf(acceptance.oneKeyAcceptance) },
  run: async (target, { dialogs, refetch }) => {
    const { storeId = useMe.getState().me?.user.storeId, infnos } = of(target)
    let started: { id: string; progressId: string } | undefined
    await dialogs.form({
      title: infnos ? `${title} ${infnos.join('、')}` : title,
      intro,
      shape,
      inputs: { storeId: StoreFilter },
      initial: { storeId, medium: 'typed', quantity: '1', stopOnError: false },
      okText: '开始验收',
      cancelText: '不验收',
      submit: async (values) => {
        const input = { ...values, ...(infnos && { infnos }) } as never
        started = await callServer(acceptance.oneKeyAcceptance, input)
      },
      check: ({ medium, certNo }) => (medium === 'typed' && !certNo ? { certNo: '请填写证件号码' } : undefined),
    })
    if (!started) return
    const { id, progressId } = started
    await dialogs.progress({ title: '接口验收', progressId, stop: () => callServer(acceptance.stop, { id }) })
    refetch()
  },
})
