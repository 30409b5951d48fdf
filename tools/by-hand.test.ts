import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { root } from './root.ts'
import { makeKey } from './sign-release.ts'

const folder = mkdtempSync(join(tmpdir(), 'yibao-by-hand-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const at = (name: string) => join(folder, name)

/** What whoever runs a tool reads; a stack is none of it. */
const said = (tool: string, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(root, 'tools', tool), ...args],
    { encoding: 'utf8' },
  )
  return [status, stdout, stderr.trim()]
}

test('what the user of a signing tool can put right is said in words', () => {
  makeKey(at('key.pem'))
  const kept = readFileSync(at('key.pem'), 'utf8')
  writeFileSync(at('text.pem'), 'no key')
  writeFileSync(at('half.json'), '{"manifest":')
  writeFileSync(at('release.json'), JSON.stringify({ manifest: '{}', signatures: [] }))
  expect(said('sign-plugin.ts', 'pack', at('none'), at('x.zip'))).toEqual([
    1,
    '',
    `没有这个文件：${at('none/manifest.json')}`,
  ])
  expect(said('sign-sql.ts', 'sign', at('none.json'), at('key.pem'))).toEqual([
    1,
    '',
    `没有这个文件：${at('none.json')}`,
  ])
  expect(said('sign-release.ts', 'sign', at('release.json'), at('text.pem'))).toEqual([
    1,
    '',
    expect.stringContaining('不是可用的 PEM 私钥'),
  ])
  expect(said('sign-release.ts', 'sign', at('half.json'), at('key.pem'))).toEqual([
    1,
    '',
    expect.stringMatching(/^不是有效的 JSON/),
  ])
  expect(said('sign-release.ts', 'key', at('key.pem'))).toEqual([1, '', expect.stringContaining('没有覆盖')])
  expect(readFileSync(at('key.pem'), 'utf8'), 'the key that was there stays').toBe(kept)
})
