import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { secretVariable } from '../ipc/child.ts'
import { closeDoor, type Door, openDoor } from '../ipc/door.ts'
import { version } from '../version.ts'
import { deskAtLogon } from './at-logon.ts'
import type { DeskOptions } from './main.ts'

let data = ''
const door: Door = { pipe: 'p1', secret: 's1', version, program: '/v/agent' }
const desk = { dataDir: '/d', driversDirs: [], simulate: false }

beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'yb-'))
})
afterEach(() => {
  delete process.env[secretVariable]
  rmSync(data, { recursive: true, force: true })
})

/** Lets the desk live until `run` has been called this often. */
const live = async (
  times: number,
  run: (options: DeskOptions, turn: number) => void | Promise<void>,
  active = () => true,
) => {
  const ended = new AbortController()
  const others: Door[] = []
  let turn = 0
  await deskAtLogon({
    ...{ ...desk, machineData: data, active, ended: ended.signal, lookMs: 10 },
    replace: (other) => others.push(other),
    run: async (options) => {
      turn++
      if (turn === times) ended.abort()
      await run(options, turn)
    },
  })
  return { turns: turn, others }
}

test('it serves the gateway whose door is open, and the next one after that', async () => {
  openDoor(data, door)
  const seen: unknown[] = []
  await live(2, ({ pipe }, turn) => {
    seen.push([pipe, process.env[secretVariable]])
    if (turn === 1) openDoor(data, { ...door, pipe: 'p2', secret: 's2' })
    if (turn === 1) throw new Error('the gateway went away')
  })
  expect(seen).toEqual([
    ['p1', 's1'],
    ['p2', 's2'],
  ])
})

test('a gateway of another version gets the desk of that version', async () => {
  openDoor(data, { ...door, version: '9.9.9', program: '/v/9.9.9/agent' })
  expect(await live(1, () => {})).toMatchObject({ turns: 0, others: [{ program: '/v/9.9.9/agent' }] })
})

test('while another user is in front it leaves, and it comes back', async () => {
  openDoor(data, door)
  let front = true
  let asked = 0
  const away = () => {
    asked++
    if (asked > 4) front = true
    return front
  }
  const { turns } = await live(
    2,
    ({ leave }, turn) => {
      if (turn === 2) return
      front = false
      return new Promise((resolve) => leave!.addEventListener('abort', () => resolve()))
    },
    away,
  )
  expect([turns, asked > 4]).toEqual([2, true])
  closeDoor(data)
})
