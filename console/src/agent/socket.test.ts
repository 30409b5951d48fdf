import { expect, test } from 'vitest'
import { openSocket, type Position } from './socket.ts'

type Listener = (event: { data?: string; code?: number }) => void

const connect = (position: Position) => {
  const listeners = new Map<string, Listener>()
  const log: unknown[] = []
  openSocket(
    'http://127.0.0.1:47610',
    'wst',
    position,
    {
      onEvent: (event) => log.push(['event', event.seq, event.event]),
      onWelcome: (reset) => log.push(['welcome', reset]),
      onClose: (code) => log.push(['close', code]),
    },
    (url, protocols) => {
      log.push([url, protocols])
      return {
        send: (text: unknown) => void log.push(JSON.parse(String(text))),
        close: () => undefined,
        addEventListener: ((name: string, listener: Listener) =>
          listeners.set(name, listener)) as WebSocket['addEventListener'],
      }
    },
  )
  const fire = (name: string, event: Parameters<Listener>[0] = {}) => listeners.get(name)!(event)
  const frame = (value: unknown) => fire('message', { data: JSON.stringify(value) })
  return { log, fire, frame }
}

test('greets with its protocol, the ticket travels as subprotocol', () => {
  const { log, fire } = connect({})
  fire('open')
  expect(log).toEqual([['ws://127.0.0.1:47610/v1/events', ['agent.v1', 'ticket.wst']], { type: 'hello', protocol: 1 }])
})

test('counts along, drops a repeated event, resumes where it was', () => {
  const position: Position = {}
  const { log, frame } = connect(position)
  frame({ type: 'welcome', stream: 's-1', seq: 4, reset: true })
  frame({ type: 'event', seq: 5, event: 'card.inserted', data: {} })
  frame({ type: 'event', seq: 5, event: 'card.inserted', data: {} })
  expect(log.slice(1)).toEqual([
    ['welcome', true],
    ['event', 5, 'card.inserted'],
  ])
  const again = connect(position)
  again.fire('open')
  expect(again.log[1]).toEqual({ type: 'hello', protocol: 1, stream: 's-1', since: 5 })
})

test('a stream that is not resumed has begun before: its state is read anew once, and it resumes from there', () => {
  const position: Position = {}
  const first = connect(position)
  first.frame({ type: 'welcome', stream: 's-1', seq: 300, reset: false })
  expect(first.log[1]).toEqual(['welcome', true])
  const again = connect(position)
  again.fire('open')
  again.frame({ type: 'welcome', stream: 's-1', seq: 300, reset: false })
  expect(again.log.slice(1)).toEqual([{ type: 'hello', protocol: 1, stream: 's-1', since: 300 }, ['welcome', false]])
})
