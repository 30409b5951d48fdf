import { scaled, yuan } from '@yibao/shared/money.ts'
import { ackCheck } from '../flow/erp/erp.ts'
import type { ErpBill } from '../flow/model.ts'
import type { CounterPorts } from '../ports.ts'
import { refusalOf } from './refusal.ts'
import type { Dispatch, WorldOf } from './world.ts'

interface Frame {
  id: string
  type: string
  billNo: string
  revision: number
  body: Partial<ErpBill> & { id?: unknown }
}

const isFrame = (frame: unknown): frame is Frame =>
  typeof frame === 'object' && frame !== null && 'type' in frame && 'billNo' in frame && 'body' in frame

/** '40' → '40.00'; undefined for what is no amount. */
const amount = (text: unknown): string | undefined => {
  try {
    return yuan(Number(scaled(String(text), 2)))
  } catch {
    return undefined
  }
}

const isNumber = (text: unknown, decimals: number) =>
  typeof text === 'string' && new RegExp(`^\\d{1,10}(\\.\\d{1,${decimals}})?$`).test(text)

/** A bill frame as the counter takes it; undefined when a number in it is none: it is never guessed at. */
export const billOf = (frame: unknown): ErpBill | undefined => {
  if (!isFrame(frame) || (frame.type !== 'bill' && frame.type !== 'billChanged')) return undefined
  const { billNo, revision, body } = frame
  const total = amount(body.total)
  const lines = (body.lines ?? []).map((line) => ({ ...line, amount: amount(line.amount) ?? '' }))
  const sound = lines.every((line) => line.amount && isNumber(line.quantity, 4) && isNumber(line.price, 6))
  return total && lines.length > 0 && sound
    ? { billNo, revision, total, operator: body.operator ?? '', herbs: body.herbs, lines }
    : undefined
}

/** The wire to the ERP: bills in, results out until they are acknowledged (ux 1.11). Outside of an ERP it is silent. */
export const erpLink = ({ erp, newKey }: CounterPorts, note: (frame: string) => void, dispatch: Dispatch) => {
  const receive = (frame: unknown) => {
    if (!isFrame(frame)) return
    const { type, billNo, id, body } = frame
    if (type === 'ack')
      return dispatch({ type: 'erpAcked', billNo, frameId: typeof body.id === 'string' ? body.id : undefined })
    const bill = billOf(frame)
    if (!bill) return
    dispatch({ type: 'bill', bill: { ...bill, frameId: id } })
  }

  const world: WorldOf<'tellErp' | 'ackErp' | 'refuseErp'> = {
    ackErp({ billNo, revision, frameId }) {
      const ack = { id: newKey(), type: 'ack', billNo, revision, body: { id: frameId } }
      void erp.send(JSON.stringify(ack)).catch(() => undefined)
    },
    refuseErp: ({ why }) => erp.refuse(why),
    async tellErp({ billNo, frame, attempts, kept }) {
      note(frame)
      const check = ackCheck(billNo, attempts)
      setTimeout(() => dispatch(check.event), check.ms)
      try {
        const carrier = await erp.send(frame, kept)
        if (carrier === 'agent') dispatch({ type: 'erpKept', billNo, frame })
        // The agent told it while no page was open: no acknowledgement will come any more.
        if (carrier === 'acked') dispatch({ type: 'erpAcked', billNo, frameId: JSON.parse(frame).id })
      } catch (cause) {
        // It is away for a moment: whether the ERP has heard is said, and tried again, by the check above (M39).
        if (refusalOf(cause).code?.startsWith('agent.')) return
        dispatch({ type: 'erpFailed', billNo, text: cause instanceof Error ? cause.message : String(cause) })
      }
    },
  }
  return { world, listen: () => erp.onFrame(receive) }
}
