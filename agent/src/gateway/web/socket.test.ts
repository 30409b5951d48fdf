import { EventEmitter } from 'node:events'
import { Socket } from 'node:net'
import type { WebSocket } from '@fastify/websocket'
import { closeCodes, limits } from '@yibao/shared/agent/protocol.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Gateway } from '../context.ts'
import { EventHub } from '../events.ts'
import { Sessions } from '../session/sessions.ts'
import { ConsoleSocket } from './socket.ts'

// A console that says nothing, does not answer, or does not read: by the clock, without waiting for it.

class Wire extends EventEmitter {
  readonly OPEN = 1
  readyState = 1
  bufferedAmount = 0
  readonly done: unknown[] = []
  close(code: number) {
    this.done.push(code)
    this.readyState = 2
  }
  terminate() {
    this.done.push('terminated')
  }
  ping() {
    this.done.push('ping')
  }
  send(text: string) {
    this.done.push(JSON.parse(text).type)
  }
}

const events = new EventHub(Date.now)
let now = 0
let away = false
let wire: Wire
beforeEach(() => {
  vi.useFakeTimers()
  wire = new Wire()
  const sessions = new Sessions(() => now)
  const who = { kind: 'operator', origin: 'https://console.example.cn', jkt: '', sub: 'u1', org: 'P1' } as const
  away = false
  const gateway = { sessions, events, isForeign: () => away } as unknown as Gateway
  const both = { socket: wire as unknown as WebSocket, line: new Socket() }
  new ConsoleSocket(gateway, both, sessions.open(who).session, () => {})
})
afterEach(() => {
  wire.emit('close')
  vi.useRealTimers()
})

const greet = () => {
  wire.emit('message', '{"type":"hello","protocol":1}', false)
  wire.done.length = 0
}

test('who says nothing within 5 s is sent away', () => {
  vi.advanceTimersByTime(limits.handshakeMs - 1)
  expect(wire.done).toEqual([])
  vi.advanceTimersByTime(1)
  expect(wire.done).toEqual([closeCodes.handshakeTimeout])
})

test('two pings without an answer are borne, and then it is gone; an answer begins anew', () => {
  greet()
  vi.advanceTimersByTime(2 * limits.pingMs)
  wire.emit('pong')
  vi.advanceTimersByTime(3 * limits.pingMs)
  expect(wire.done).toEqual(['ping', 'ping', 'ping', 'ping', 'terminated'])
})

test('a session that is over ends its socket with the next ping', () => {
  greet()
  now += limits.sessionSeconds * 1000
  vi.advanceTimersByTime(limits.pingMs)
  expect(wire.done).toEqual([closeCodes.notAuthenticated])
})

test('whoever is not in front any more is found by the next ping, where nothing happens before it', () => {
  greet()
  away = true
  vi.advanceTimersByTime(limits.pingMs)
  expect(wire.done).toEqual([closeCodes.notAuthenticated])
})

test('a console that does not read is sent away, and keeps no more of our memory', () => {
  greet()
  events.emit('driver.state', {})
  wire.bufferedAmount = 5 * 1024 * 1024
  events.emit('driver.state', {})
  events.emit('driver.state', {})
  expect(wire.done).toEqual(['event', closeCodes.tryLater])
})
