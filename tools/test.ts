import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Missing, missingOnThisMachine } from './machine.ts'
import { root } from './root.ts'

// `npm test`: every check there is, one after the other, each named while it runs. Arguments are passed to vitest
// and then only vitest runs (`npm test -- server/src/money`).

const bin = (name: string) => join(root, 'node_modules', '.bin', name)

const run = (title: string, command: string, args: string[], env: NodeJS.ProcessEnv = {}) =>
  new Promise<boolean>((resolve) => {
    const begin = Date.now()
    console.log(`\n▶ ${title}`)
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
    child.on('error', () => resolve(false))
    child.on('exit', (code) => {
      console.log(`${code === 0 ? '✓' : '✕'} ${title} (${((Date.now() - begin) / 1000).toFixed(1)} s)`)
      resolve(code === 0)
    })
  })

const filters = process.argv.slice(2)
const scratch = mkdtempSync(join(tmpdir(), 'yibao-test-'))
const report = join(scratch, 'report.json')
const missing = missingOnThisMachine()
const failed: string[] = []
const stage = async (title: string, command: string, args: string[], env: NodeJS.ProcessEnv = {}) => {
  if (!(await run(title, command, args, env))) failed.push(title)
}

if (filters.length === 0) {
  await stage('类型检查 (tsc)', bin('tsc'), ['--noEmit', '-p', '.'])
  await stage('代码规范 (biome)', bin('biome'), ['check', '--error-on-warnings', '.'])
  await stage('构建控制台 (vite)', process.execPath, [join(root, 'tools', 'build-console.ts')])
}
const vitest = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--reporter=default', '--reporter=json']
await stage('测试 (vitest)', process.execPath, [...vitest, `--outputFile.json=${report}`, ...filters], {
  // Tests never see the data folder or the ports of a running product.
  DATA_DIR: join(scratch, 'data'),
  TZ: 'Asia/Shanghai',
})

const counts = (() => {
  try {
    const json = JSON.parse(readFileSync(report, 'utf8'))
    return {
      passed: json.numPassedTests,
      failed: json.numFailedTests,
      skipped: json.numPendingTests + json.numTodoTests,
    }
  } catch {
    return { passed: 0, failed: 1, skipped: 0 }
  }
})()
rmSync(scratch, { recursive: true, force: true })
spawnSync('sync')

const strict = process.env.REQUIRE_ALL === '1'
const excused = (one: Missing) => one.refusedByMirror === true
for (const one of missing) console.log(`跳过: ${one.what} — ${one.why}${excused(one) ? ' (软件源拒绝安装)' : ''}`)
if (strict && missing.some((one) => !excused(one))) failed.push('REQUIRE_ALL=1 时不允许跳过')
if (failed.length) console.log(`未通过: ${failed.join('、')}`)
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`)
process.exit(failed.length || counts.failed ? 1 : 0)
