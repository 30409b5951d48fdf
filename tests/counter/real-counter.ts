import { randomUUID } from 'node:crypto'
import { type Counter, openCounter } from '@yibao/server/domains/settlement/test/counter.ts'
import type { Call } from '@yibao/shared/call.ts'
import { continuation, ybConfig } from '@yibao/shared/calls/base.ts'
import { catalogue } from '@yibao/shared/calls/catalogue.ts'
import { PUB_SUB_HEADER } from '@yibao/shared/envelope.ts'
import { unwrap } from '../../console/src/api/answer.ts'
import type { Effect } from '../../console/src/counter/flow/effects.ts'
import type { CounterEvent } from '../../console/src/counter/flow/events.ts'
import { emptyCounter } from '../../console/src/counter/flow/state.ts'
import { messageOf, sentenceOf } from '../../console/src/counter/message.ts'
import type { CounterPorts } from '../../console/src/counter/ports.ts'
import { moneyCalls, parkCalls, personCalls } from '../../console/src/counter/world/calls.ts'
import { play } from '../../console/test/counter/play.ts'

// The counter without a browser: the console's own flow and calls over the real server and the simulated centre.

type CallServer = CounterPorts['callServer']

/** What a clerk's window does when the server asks for a scanned code: it answers and repeats the request. */
const callsOf = ({ clerk }: Counter): CallServer => {
  return async (call, input, { idempotencyKey, scanned } = {}) => {
    const headers: Record<string, string> = idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}
    const first = await clerk.send(call, input, headers)
    const asked = first.confimResultInfo
    if (!asked) return unwrap(first, { silent: true }) as never
    const { pubSubId, action } = asked
    await clerk.ok(continuation.complete, { pubSubId, action, ok: true, result: JSON.stringify(scanned) })
    const again = await clerk.send(call, input, { ...headers, [PUB_SUB_HEADER]: pubSubId })
    return unwrap(again, { silent: true }) as never
  }
}

/** One clerk's counter of 观前店. `serve` gives her the next customer's window: nothing of the last one is left. */
export const openRealCounter = async () => {
  const counter = await openCounter('clerk')
  const callServer = callsOf(counter)
  const area = await counter.clerk.ok(ybConfig.pullMedicalUI, {})
  const [item] = await counter.clerk.ok(catalogue.searchItemDirectoryList, { keyword: '100002', limit: 1 })

  /** `cut` = a call whose answer is lost once, behind what it did. */
  const serve = ({ cut }: { cut?: Call } = {}) => {
    let isCut = false
    const cutting: CallServer = async (call, ...rest) => {
      const answer = await callServer(call, ...rest)
      if (call !== cut || isCut) return answer
      isCut = true
      throw Object.assign(new Error('Network Error'), { code: 'network', statusCode: 0 })
    }
    const player = play({ ...emptyCounter({ settle: true, reverse: true, price: true }), area }).wait(Date.now())
    const me = { operatorName: '李店员' }
    const ports = { callServer: cutting, store: () => {}, me, newKey: randomUUID } as unknown as CounterPorts
    const dispatch = (event: CounterEvent) => void player.do(event)
    const world = { ...personCalls(ports, dispatch), ...moneyCalls(ports, dispatch), ...parkCalls(ports, dispatch) }
    let carried = 0
    /** Does an event and everything it asks for, until nothing is left to ask. */
    const run = async (event: CounterEvent) => {
      player.do(event)
      while (carried < player.effects.length) {
        const effect = player.effects[carried++] as Effect
        const carry = (world as Record<string, ((one: Effect) => unknown) | undefined>)[effect.do]
        await carry?.(effect)
      }
      return player.state
    }
    return {
      run,
      player,
      item: item!,
      /** The sentence the clerk reads now. */
      reads: () => {
        const { message } = player.state
        return message ? sentenceOf(messageOf(message.key, message.values)) : ''
      },
      /** Every sentence since the window opened, oldest first, with its number of ux 2.6. */
      said: () =>
        player.state.log.toReversed().map(({ key, values }) => {
          const parts = messageOf(key, values)
          return `${parts.number ?? '-'} ${sentenceOf(parts)}`
        }),
      scan: async (psnNo: string) => run({ type: 'read', medium: 'eVoucher', code: await counter.centre.code(psnNo) }),
    }
  }
  return { counter, serve, close: () => counter.close() }
}
