import { appendFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { tempFolder } from '../../test/native.ts'
import { CannotStart } from '../cannot-start.ts'
import { asStartFailure, keepStartFailure, lastStartFailure } from './start-failure.ts'

let folder = ''
beforeEach(() => {
  folder = tempFolder()
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('why a service did not start is kept for the doctor, until the agent says anything else', () => {
  expect(lastStartFailure(folder)).toBeUndefined()
  keepStartFailure(folder, new CannotStart('端口 47610 被占用'))
  expect(lastStartFailure(folder)).toEqual({ time: expect.any(Number), text: '端口 47610 被占用' })
  appendFileSync(join(folder, 'logs', 'agent.log'), '{"level":30,"msg":"Server listening"}\n')
  expect(lastStartFailure(folder)).toBeUndefined()
  keepStartFailure(
    folder,
    Object.assign(new Error('unable to open database file'), { code: 'ERR_SQLITE_ERROR', errcode: 14 }),
  )
  expect(lastStartFailure(folder)?.text).toContain('数据文件夹不能写入')
})

test('of what nobody foresaw only the kind is written: a message may quote what was read', () => {
  keepStartFailure(folder, new SyntaxError('Unexpected token in "320501199001011238"'))
  expect(lastStartFailure(folder)?.text).toBe('没有完成：SyntaxError')
})

test('a data folder that its own account may not write is told as that, not as a command that wants an administrator', () => {
  const refused = (code: string, path?: string) =>
    Object.assign(new Error(`${code}: said by the system`), { code, path })
  const told = (fault: Error) => (asStartFailure(folder, fault) as Error).message
  for (const code of ['EACCES', 'EPERM', 'EROFS'])
    expect(told(refused(code, join(folder, 'logs', 'agent.log')))).toMatch(
      /^本机助手没有启动：数据文件夹不能写入，.*归本机助手的账户所有，再启动（.*agent\.log）$/,
    )
  expect(asStartFailure(folder, refused('EACCES', join(folder, 'keys')))).toBeInstanceOf(CannotStart)
  for (const other of [refused('EACCES'), refused('EACCES', `${folder}-2/x`), refused('ENOENT', join(folder, 'x'))])
    expect(asStartFailure(folder, other)).toBe(other)
})
