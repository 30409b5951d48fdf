import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connectBack, secretVariable } from '../../ipc/child.ts'
import { type Door, readDoor } from '../../ipc/door.ts'
import { ended } from '../../ipc/logon-session.ts'
import { deskFrameBytes } from '../../ipc/pipe.ts'
import { version } from '../../version.ts'
import { DeskDoor } from './door.ts'

let data = ''
let door: DeskDoor
/** Whose program knocks, as Windows says, and who is in front of the PC. */
let session: number | undefined
let inFront: number[]
const until = <T>(look: () => T) => vi.waitFor(look, { timeout: 5000, interval: 10 })
const opened = () =>
  until(() => {
    const found = readDoor(data)
    if (!found) throw new Error('no door')
    return found
  })
const knock = ({ pipe, secret }: Door) => {
  process.env[secretVariable] = secret
  return connectBack(pipe, { maxBytes: deskFrameBytes, handle: async ({ args }) => args })
}

beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'yb-'))
  ;[session, inFront] = [3, [3]]
  door = new DeskDoor(data, { sessionOf: () => session, isActive: (one) => inFront.includes(one) }, 20)
  door.start()
})
afterEach(async () => {
  await door.stop()
  rmSync(data, { recursive: true, force: true })
})

test('a desk that knows the file is let in, the next one when it has gone', async () => {
  const first = await opened()
  expect(first).toMatchObject({ version, program: process.execPath })
  expect(statSync(join(data, 'door', 'desk.json')).mode & 0o777).toBe(0o600)
  const desk = await knock(first)
  await until(() => expect(door.state).toBe('ready'))
  expect(await door.request('echo', { a: 1 }, { deadlineMs: 1000 })).toEqual({ a: 1 })
  // Nobody else may come in meanwhile, and the old key opens nothing any more.
  expect(readDoor(data)).toBeUndefined()
  desk.close()
  const second = await opened()
  expect([second.pipe, second.secret]).not.toEqual([first.pipe, first.secret])
  expect(door.state).toBe('stopped')
  await expect(door.request('echo', {}, { deadlineMs: 1000 })).rejects.toMatchObject({ code: 'NO_DESK' })
  await knock(second)
  await until(() => expect(door.state).toBe('ready'))
})

test('the session of the desk is the one that Windows names, and forgotten with it', async () => {
  const desk = await knock(await opened())
  await until(() => expect(door.state).toBe('ready'))
  expect(door.session).toBe(3)
  desk.close()
  await until(() => expect(door.state).toBe('stopped'))
  expect(door.session).toBeUndefined()
})

test.each([
  ['a user who is switched away', 4],
  ['a program that left its connection to another one', ended],
])('%s does not take the place, whatever he knows; who is in front still has it', async (_, stranger) => {
  const found = await opened()
  session = stranger
  inFront = [3, ended]
  await expect(knock(found)).rejects.toThrow()
  expect(door.state).toBe('stopped')
  session = 3
  await knock(found)
  await until(() => expect(door.state).toBe('ready'))
  expect(door.session).toBe(3)
})

test('a desk that stays when users are switched is sent away, and whoever is in front comes in', async () => {
  const stays = await knock(await opened())
  await until(() => expect(door.state).toBe('ready'))
  inFront = [4]
  await stays.closed
  session = 4
  await knock(await opened())
  await until(() => expect(door.session).toBe(4))
})

test('where Windows names no session the desk comes in as it is', async () => {
  session = undefined
  await knock(await opened())
  await until(() => expect(door.state).toBe('ready'))
  expect(door.session).toBeUndefined()
})

test('a door that cannot be closed behind a desk loses nobody the desk', async () => {
  const found = await opened()
  const file = join(data, 'door', 'desk.json')
  rmSync(file)
  mkdirSync(file)
  const desk = await knock(found)
  await until(() => expect(door.state).toBe('ready'))
  expect(await door.request('echo', { a: 1 }, { deadlineMs: 1000 })).toEqual({ a: 1 })
  desk.close()
})

test('a wrong secret is not let in, the right one still is', async () => {
  const found = await opened()
  await expect(knock({ ...found, secret: 'x' })).rejects.toThrow()
  await knock(found)
  await until(() => expect(door.state).toBe('ready'))
})

test('a gateway that ends leaves no door open', async () => {
  await opened()
  await door.stop()
  expect([existsSync(join(data, 'door', 'desk.json')), door.state]).toEqual([false, 'stopped'])
})
