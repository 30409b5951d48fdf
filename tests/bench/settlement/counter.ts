import { RemoteClient } from '@yibao/server/domains/settlement/test/remote.ts'
import { continuation } from '@yibao/shared/calls/base.ts'
import { card } from '@yibao/shared/calls/card.ts'
import { settlement } from '@yibao/shared/calls/settlement.ts'
import { signIn } from '@yibao/shared/calls/sign-in.ts'
import { PUB_SUB_HEADER } from '@yibao/shared/envelope.ts'

export interface Priced {
  id: string
  settleKey?: string
}

/** One counter of the store: its own browser and session. */
export const openCounter = async (server: string, code: (psnNo: string) => Promise<string>) => {
  const client = new RemoteClient(() => server)
  await client.login('clerk')
  const ok = async (...call: Parameters<RemoteClient['send']>): Promise<unknown> => {
    const answer = await client.send(...call)
    if (answer.lost || !answer.success) throw new Error(`${call[0].path}: ${JSON.stringify(answer)}`)
    return answer.result
  }
  const read = async (psnNo: string) => {
    const medium = { medium: 'eVoucher' } as const
    const asked = await client.send(card.read, medium)
    if (asked.lost || !asked.confimResultInfo) throw new Error('no question')
    const { pubSubId } = asked.confimResultInfo
    const result = JSON.stringify({ ...medium, code: await code(psnNo) })
    await ok(continuation.complete, { pubSubId, action: 'card.read', ok: true, result })
    return (await ok(card.read, medium, { [PUB_SUB_HEADER]: pubSubId })) as { readId: string; insutype: string }
  }
  return {
    signIn: () => ok(signIn.do, {}),
    /** Reads the person and prices three drugs; `quantity` keeps the baskets of one person apart. `11` is settled in a visit. */
    price: async (psnNo: string, quantity: number, medicalType: '41' | '11' = '41'): Promise<Priced> => {
      const { readId, insutype } = await read(psnNo)
      const line = (ownCode: string, price: string) => ({ ownCode, quantity: String(quantity), price })
      const prescription = { number: 'RX20261120001', hospital: '苏州市示例医院', doctor: '陈医生' }
      const lines = [line('100001', '2.00'), line('100002', '1.50'), line('100003', '1.20')]
      const basket = { readId, insutype, medicalType, prescription, lines }
      return (await ok(settlement.preSettle, basket as never)) as Priced
    },
    /** ms of a settlement, from the click to the settled order. */
    settle: async ({ id, settleKey = '' }: Priced): Promise<number> => {
      const begin = performance.now()
      const order = await ok(settlement.settle, { orderId: id }, { 'idempotency-key': settleKey })
      const ms = performance.now() - begin
      if ((order as { status: string }).status !== '2') throw new Error(`not settled: ${JSON.stringify(order)}`)
      return ms
    },
  }
}
