import { readdirSync, rmSync } from 'node:fs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { tempFolder } from '../../test/native.ts'
import { connectBack, secretVariable, startChild } from './child.ts'
import { listenForChild, PeerGone } from './pipe.ts'

const start = (command: () => { file: string; args: string[] }, startMs = 10_000) =>
  startChild({ command, env: {}, stdio: 'ignore', startMs, maxBytes: 4096 })

let folder = ''
beforeEach(() => {
  folder = tempFolder()
  vi.stubEnv('TMPDIR', folder)
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

test('a command that cannot be made leaves no pipe behind', async () => {
  const none = start(() => {
    throw new Error('no such program here')
  })
  await expect(none).rejects.toThrow('no such program here')
  expect(readdirSync(folder)).toEqual([])
})

test.each([
  ['is not there', '/nowhere/child', []],
  ['ends at once', process.execPath, ['-e', '']],
])('a program that %s is not waited for', async (_, file, args) => {
  const { peer, exited } = await start(() => ({ file, args }))
  await expect(peer).rejects.toBeInstanceOf(PeerGone)
  expect((await exited).signal).toBe(null)
  expect(readdirSync(folder)).toEqual([])
})

test('a program that never connects is not waited for', async () => {
  const { child, peer, exited } = await start(
    () => ({ file: process.execPath, args: ['-e', 'setInterval(() => {}, 1000)'] }),
    100,
  )
  await expect(peer).rejects.toBeInstanceOf(PeerGone)
  child.kill('SIGKILL')
  expect((await exited).signal).toBe('SIGKILL')
})

test('the secret of a start is gone from the environment before anything else may read it', async () => {
  const listener = await listenForChild({ maxBytes: 4096 })
  vi.stubEnv(secretVariable, listener.secret)
  const child = await connectBack(listener.path, { maxBytes: 4096 })
  expect(process.env).not.toHaveProperty(secretVariable)
  child.close()
  await child.closed
})
