import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installTools } from '../installer/tools.ts'
import { findBrowser, type Missing, missingForWindows, missingOnThisMachine } from './machine.ts'
import { root } from './root.ts'
import { typeCheckArgs, typeCheckEnv } from './type-check.ts'

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
const missing = missingOnThisMachine()
const failed: string[] = []
const stage = async (title: string, command: string, args: string[], env: NodeJS.ProcessEnv = {}) => {
  if (!(await run(title, command, args, env))) failed.push(title)
}

if (filters.length === 0) {
  await stage('类型检查 (tsc)', bin('tsc'), typeCheckArgs(), typeCheckEnv())
  await stage('代码规范 (biome)', bin('biome'), ['check', '--error-on-warnings', '.'])
  await stage('构建控制台 (vite)', process.execPath, [join(root, 'tools', 'build-console.ts')])
}
interface Counts {
  passed: number
  failed: number
  skipped: number
}

const countsOf = (report: string): Counts => {
  try {
    const json = JSON.parse(readFileSync(report, 'utf8'))
    const { numPassedTests: passed, numFailedTests, numPendingTests, numTodoTests } = json
    return { passed, failed: numFailedTests, skipped: numPendingTests + numTodoTests }
  } catch {
    return { passed: 0, failed: 1, skipped: 0 }
  }
}

// The registry is asked now, not by a test.
if (missingForWindows().length === 0 && !installTools((text) => console.log(`▶ ${text}`)))
  failed.push('打包工具 (npm ci)')

const strict = process.env.REQUIRE_ALL === '1'
/** Also what takes minutes or wants the machine for itself. */
const whole = strict || process.env.CI === 'true'

/**
 * What a person waits for in the console and what thirty tabs keep (console.md 5.5), on a machine that has nothing else
 * to do. A clock is heard twice before it is believed.
 */
const budgets = async () => {
  const bench = [join(root, 'tools', 'bench.ts'), 'console']
  const kept = (title: string) => run(title, process.execPath, ['--disable-warning=ExperimentalWarning', ...bench])
  if (!(await kept('预算 (npm run bench console)')) && !(await kept('预算，第二次'))) failed.push('预算')
}

const total: Counts = { passed: 0, failed: 0, skipped: 0 }
const vitest = async (title: string, name: string, args: string[]) => {
  const report = join(scratch, `${name}.json`)
  const program = join(root, 'node_modules/vitest/vitest.mjs')
  await stage(
    title,
    process.execPath,
    // The notice that node:sqlite is new says nothing about us.
    [
      '--disable-warning=ExperimentalWarning',
      program,
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...args,
    ],
    // Tests never see the data folder or the ports of a running product.
    { DATA_DIR: join(scratch, 'data'), TZ: 'Asia/Shanghai' },
  )
  const counts = countsOf(report)
  for (const key of ['passed', 'failed', 'skipped'] as const) total[key] += counts[key]
}

if (filters.length) await vitest('测试 (vitest)', 'some', filters)
else {
  await vitest('测试 (vitest)', 'all', ['--project=!fresh-clone'])
  // It measures how long a start takes, so nothing else runs beside it.
  await vitest('全新克隆 (npm start)', 'fresh-clone', ['--project=fresh-clone'])
  if (whole && findBrowser()) await budgets()
}

rmSync(scratch, { recursive: true, force: true })
spawnSync('sync')

const excused = (one: Missing) => one.refusedByMirror === true
if (!filters.length && !whole)
  console.log('跳过: 全新克隆、预算 — 要重新安装一遍、独占电脑，只在 CI=true 或 REQUIRE_ALL=1 时运行')
for (const one of missing) console.log(`跳过: ${one.what} — ${one.why}${excused(one) ? ' (软件源拒绝安装)' : ''}`)
if (strict && missing.some((one) => !excused(one))) failed.push('REQUIRE_ALL=1 时不允许跳过')
if (failed.length) console.log(`未通过: ${failed.join('、')}`)
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
process.exit(failed.length || total.failed ? 1 : 0)
