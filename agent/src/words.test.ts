import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { parseArgs } from 'node:util'
import { expect, test } from 'vitest'
import { tempFolder } from '../test/native.ts'
import { CannotStart } from './cannot-start.ts'
import { runTool } from './install/run-tool.ts'
import { wordsFor } from './words.ts'

const failure = async (work: () => unknown) => {
  try {
    await work()
  } catch (error) {
    return wordsFor(error)
  }
  throw new Error('nothing failed')
}

test('an option that is not known or not finished is named', async () => {
  const options = { port: { type: 'string' }, user: { type: 'boolean' } } as const
  const parse = (...args: string[]) => failure(() => parseArgs({ args, options }))
  expect(await parse('--prot', '1')).toBe('没有完成：没有 --prot 这个选项，用法见 agent help')
  expect(await parse('--port')).toBe('没有完成：选项 --port 的写法不对，用法见 agent help')
  expect(await parse('--user=1')).toBe('没有完成：选项 --user 的写法不对，用法见 agent help')
  expect(await parse('now')).toBe('没有完成：多了「now」，用法见 agent help')
})

test('what the system refused is told in Chinese, with what to do', async () => {
  expect(await failure(() => readFileSync('/nowhere/at/all'))).toBe(
    '没有完成：找不到文件，它可能被删除或被杀毒软件隔离，请把安装目录加入信任后重新运行安装程序（/nowhere/at/all）',
  )
  const said = (error: object) => wordsFor(Object.assign(new Error('said by the system'), error))
  expect(said({ code: 'EACCES' })).toContain('需要管理员权限')
  expect(said({ code: 'ENOSPC' })).toContain('磁盘已满')
  expect(wordsFor(new Error('OpenService: Windows error 5'))).toContain('需要管理员权限')
  expect(wordsFor(new Error('CreateService: Windows error 1072'))).toContain('等待删除')
})

test('a data folder that cannot be written is told as one: the agent did not start, and somebody has to clear up', async () => {
  const folder = tempFolder()
  const file = join(folder, 'a-folder')
  mkdirSync(file)
  expect(await failure(() => new DatabaseSync(file))).toMatch(/^没有完成：数据文件夹不能写入，.*磁盘是否已满/)
  const full = new DatabaseSync(':memory:')
  full.exec('create table t (b blob); pragma max_page_count = 3')
  expect(await failure(() => full.prepare('insert into t values (zeroblob(90000))').run())).toContain('磁盘已满')
  rmSync(folder, { recursive: true })
})

test('what nobody foresaw is handed to support whole, our own words as they are', async () => {
  expect(wordsFor(new Error('odd'))).toBe('没有完成：请把这一行发给支持人员：odd')
  expect(wordsFor(new Error('OpenService: Windows error 1234'))).toContain('OpenService: Windows error 1234')
  expect(wordsFor(new CannotStart('没有安装本机助手'))).toBe('没有安装本机助手')
  expect(wordsFor(new Error('本机助手没有应答'))).toBe('没有完成：本机助手没有应答')
  expect(await failure(() => runTool(process.execPath, ['-e', 'process.exit(3)']))).toMatch(
    /系统命令没有成功，请把这一行发给支持人员：Command failed/,
  )
})
