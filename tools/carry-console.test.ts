import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { consoleFiles } from '@yibao/server/plugins/console-files.ts'
import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { root } from './root.ts'

const home = mkdtempSync(join(tmpdir(), 'yibao-carry-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))
const distOf = (name: string) => join(home, name, 'console', 'dist')
const partsOf = (name: string) => readdirSync(join(distOf(name), 'assets')).sort()

/** A version whose console was built so many days ago of these parts. */
const version = (name: string, days: number, parts: readonly string[]) => {
  const at = Date.now() / 1000 - days * 86_400
  mkdirSync(join(distOf(name), 'assets'), { recursive: true })
  for (const file of ['index.html', ...parts.map((part) => join('assets', part))]) {
    const path = join(distOf(name), file)
    writeFileSync(path, `${name} ${file}`)
    utimesSync(path, at, at)
  }
}
const run = promisify(execFile)
const carry = (...folders: string[]) =>
  run(process.execPath, [
    ...['--disable-warning=ExperimentalWarning', join(root, 'tools', 'carry-console.ts')],
    ...folders.map((name) => join(home, name)),
  ])

test('while two versions run each node has the parts of both consoles, a running one at once', async () => {
  version('1', 100, ['shell-a.js', 'shell-a.js.gz', 'react-x.js'])
  version('2', 1, ['shell-b.js', 'shell-b.js.gz', 'react-x.js'])
  const app = Fastify()
  await app.register(consoleFiles, { folder: distOf('1') })
  const get = async (url: string) => (await app.inject({ url })).statusCode
  expect(await get('/assets/shell-b.js')).toBe(404)
  const { stdout } = await carry('1', '2')
  expect(stdout).toMatch(/新控制台的 2 个文件.*正在使用的 2 个/)
  expect(await get('/assets/shell-b.js')).toBe(200)
  const both = ['react-x.js', 'shell-a.js', 'shell-a.js.gz', 'shell-b.js', 'shell-b.js.gz']
  expect([partsOf('1'), partsOf('2')]).toEqual([both, both])
  const kept = readFileSync(join(distOf('2'), 'assets', 'react-x.js'), 'utf8')
  expect(kept, 'what is there is left alone').toBe('2 assets/react-x.js')
  expect((await carry('1', '2')).stdout).toMatch(/ 0 个文件.* 0 个/)
  await app.close()
})

test('what was carried into a version goes on to the next one only while it is young', async () => {
  version('3', 0, ['shell-c.js'])
  await carry('2', '3')
  expect(partsOf('3')).toEqual(['react-x.js', 'shell-b.js', 'shell-b.js.gz', 'shell-c.js'])
  expect(statSync(join(distOf('3'), 'assets', 'shell-b.js')).mtimeMs).toBeLessThan(Date.now() - 80_000_000)
})

test('a folder without a built console is said', async () => {
  mkdirSync(join(home, 'empty'))
  await expect(carry('empty', '3')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('没有构建好的控制台'),
  })
  await expect(carry()).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('用法') })
})
