import type { AgentErrorCode, ErrorDetail } from '@yibao/shared/agent/errors.ts'
import { AgentError } from '../../agent-error.ts'
import { NoDesk } from '../../no-desk.ts'
import type { Desk, DeskListener, DeskOptions, DeskState } from '../desk/port.ts'

interface Asked extends DeskOptions {
  verb: string
  args: unknown
}

/** An invented person with a valid check digit. */
export const person = { name: '王䶮', idNumber: '320501199001011238', cardNumber: 'A00000017' }

const answers: Record<string, unknown> = {
  'drivers.list': [
    {
      id: 'demo',
      version: '1.0.0',
      state: 'ready',
      functions: [
        { name: 'Version', class: 'read' },
        { name: 'ReadCard', class: 'identity' },
        { name: 'Settle', class: 'money' },
      ],
    },
  ],
  'drivers.repair': {},
  'print.settings': { byDocumentType: {} },
  'print.printers': [{ name: '小票打印机', state: 'ready' }],
  'card.read': { medium: 'socialCard', driver: 'demo', card: person },
  'card.pin.verify': { driver: 'demo' },
  'card.pin.change': { driver: 'demo' },
  'dll.call': { returned: 0, out: { text: person.idNumber } },
}

/** A desk in this process: answers by table, remembers what it was asked. */
export class FakeDesk implements Desk {
  state: DeskState = 'ready'
  asked: Asked[] = []
  answers = { ...answers }
  /** the next request of a verb is refused with this */
  refusals = new Map<string, AgentError>()
  #listeners = new Set<DeskListener>()

  async request(verb: string, args: unknown, options: DeskOptions) {
    if (this.state !== 'ready') throw new NoDesk(false)
    this.asked.push({ verb, args, ...options })
    const refusal = this.refusals.get(verb)
    this.refusals.delete(verb)
    if (refusal) throw refusal
    return this.answers[verb]
  }

  refuse(verb: string, code: AgentErrorCode, detail?: ErrorDetail, sent = true) {
    this.refusals.set(verb, code === 'NO_DESK' ? new NoDesk(sent) : new AgentError(code, detail))
  }

  onEvent(listener: DeskListener) {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  emit(event: string, data: unknown) {
    for (const listener of this.#listeners) listener(event, data)
  }

  /** Requests of one verb. */
  of(verb: string) {
    return this.asked.filter((one) => one.verb === verb)
  }
}
