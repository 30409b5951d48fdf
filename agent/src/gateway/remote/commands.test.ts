import { expect, test } from 'vitest'
import { type RemoteParts, runCommand } from './commands.ts'

const logThat = (fault: unknown) => {
  const readLog = () => {
    throw fault
  }
  return runCommand({ kind: 'log' }, { readLog } as unknown as RemoteParts, new AbortController().signal)
}

test('a fault is told in Chinese with what to do; what the system says stays here, whatever it names', async () => {
  const unknown = { ok: false, text: expect.stringMatching(/^没有做成，请再试一次；.*agent doctor$/) }
  expect(await logThat(new Error('EBADF in C:\\'))).toEqual(unknown)
  const named = Object.assign(new Error("ENOENT: no such file, open 'C:\\用户\\agent.log'"), { code: 'ENOENT' })
  expect(await logThat(named)).toEqual(unknown)
  expect((await logThat(Object.assign(new Error('write'), { code: 'ENOSPC' }))).text).toContain('磁盘已满')
  expect((await logThat(new Error('本机一直在使用中'))).text).toBe('本机一直在使用中')
})
