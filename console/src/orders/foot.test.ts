import type { ResultOf } from '@yibao/shared/call.ts'
import type { order } from '@yibao/shared/calls/order.ts'
import { expect, test } from 'vitest'
import { adviceOf } from '../order-states/abnormal.ts'
import { type SessionMe, setMe } from '../state/me.ts'
import { abnormalActions } from './abnormal-actions.ts'
import { orderFoot } from './foot.tsx'

type Order = ResultOf<typeof order.get>

const unknown = (needsPerson: boolean) =>
  ({
    id: 'o1',
    status: '4',
    orderNo: 'N1',
    maskedName: '䶮*',
    total: '0.01',
    abnormal: { kind: 'unknown', needsPerson },
  }) as Order
const may = (...pairs: [menuCode: string, buttonCode?: string][]) =>
  setMe({
    user: { isAdminUser: false },
    isSuperAdmin: false,
    menus: pairs.map(([menuCode]) => ({ menuCode })),
    buttons: pairs.flatMap(([menuCode, buttonCode]) => (buttonCode ? [{ menuCode, buttonCode }] : [])),
  } as unknown as SessionMe)

/** What stands below an order in its drawer of what its advice may name. */
const buttons = (value: Order) =>
  orderFoot(value) ? abnormalActions.filter(({ shown }) => shown?.(value)).map(({ text }) => text) : []

test('what the advice in the drawer says to press is in the drawer', () => {
  may(['AbnormalOrderManager', 'handle'], ['AbnormalOrderManager', 'reverse'])
  for (const needsPerson of [false, true]) {
    const value = unknown(needsPerson)
    const named = [
      ...new Set(
        [
          ...adviceOf(value)!
            .join()
            .matchAll(/按「(.+?)」/g),
        ].map(([, name]) => name),
      ),
    ]
    expect(named.length).toBeGreaterThan(0)
    expect(buttons(value)).toEqual(expect.arrayContaining(named))
  }
})

test('who may not is offered nothing', () => {
  may(['OrderManagement'])
  expect(buttons(unknown(true))).toEqual([])
})
