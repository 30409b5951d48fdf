import { appendFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { tempFolder } from '../../test/native.ts'
import { CannotStart } from '../cannot-start.ts'
import { keepStartFailure, lastStartFailure } from './start-failure.ts'

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
