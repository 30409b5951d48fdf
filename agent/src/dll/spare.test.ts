import { afterAll, describe, expect, test } from 'vitest'
import { libraries } from '../../test/libraries.ts'
import { canCompile } from '../../test/native.ts'
import { hostCommand } from './host-command.ts'
import type { BareHost, HostCommand } from './host-process.ts'
import { createSpare } from './spare.ts'

/** Processes that a test ends itself. */
const fakes = () => {
  const made: { killed: boolean; end: () => void; fail: () => void; start: () => void }[] = []
  const open = () =>
    new Promise<BareHost>((resolve, reject) => {
      let end = () => {}
      const exited = new Promise<{ code: null; signal: null }>((done) => {
        end = () => done({ code: null, signal: null })
      })
      const kill = () => {
        one.killed = true
        end()
      }
      const load = () => Promise.reject(new Error('not here'))
      const one = {
        killed: false,
        end,
        fail: () => reject(new Error('no')),
        start: () => resolve({ kill, exited, load }),
      }
      made.push(one)
    })
  return { made, spare: createSpare(open) }
}
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('one at most is begun, it is given out once, and the next is a new one', async () => {
  const { made, spare } = fakes()
  spare.prepare()
  spare.prepare()
  expect(made).toHaveLength(1)
  const first = spare.take()
  made[0]!.start()
  await first
  void spare.take()
  expect(made).toHaveLength(2)
})

test('one that ended while it stood ready, or never started, is not given out', async () => {
  const { made, spare } = fakes()
  spare.prepare()
  made[0]!.start()
  await settled()
  made[0]!.end()
  await settled()
  spare.prepare()
  made[1]!.fail()
  await settled()
  void spare.take()
  expect(made).toHaveLength(3)
})

test('dropped it is ended, even where it had not started yet; closed it begins none again', async () => {
  const { made, spare } = fakes()
  spare.prepare()
  spare.drop()
  made[0]!.start()
  await settled()
  spare.prepare()
  made[1]!.start()
  spare.close()
  await settled()
  spare.prepare()
  expect(made.map(({ killed }) => killed)).toEqual([true, true])
})

describe.skipIf(!canCompile)('a library that crashed', () => {
  const { drivers, load, remove } = libraries()
  afterAll(remove)

  test('has its next process begun before anybody asks, and one standing ready from then on; before there is none', async () => {
    drivers.add('c-spare', 'sscard', { extends: 'sscard-std', kind: 'socialCard' })
    let begun = 0
    const command: HostCommand = (host) => {
      begun += 1
      return hostCommand(host)
    }
    const driver = load('c-spare', { command })
    const read = () => driver.call('iReadCardBas', {}, 5000)
    const crash = async () => {
      drivers.behave('c-spare', 'crash')
      await expect(read()).rejects.toMatchObject({ code: 'DRIVER_CRASHED' })
      drivers.behave('c-spare', 'good')
    }
    drivers.behave('c-spare', 'good')
    await read()
    expect(begun).toBe(1)
    await crash()
    await expect.poll(() => begun).toBe(2)
    await read()
    await expect.poll(() => begun).toBe(3)
    await crash()
    await read()
    // The third served, a fourth stands ready: nothing was begun between the crash and the call.
    await expect.poll(() => begun).toBe(4)
    // A person has put it right: it is as good as one that never crashed.
    await driver.repair()
    await read()
    expect(begun).toBe(5)
  })
})
