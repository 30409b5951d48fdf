// First process of every npm command. It may run under an older Node than the product's own (20 is enough),
// so it stays plain JavaScript: install what is missing, then hand over to the pinned Node of package.json.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { install } from './install.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const [name = 'start', ...args] = process.argv.slice(2)

const fail = (text) => {
  console.error(text)
  process.exit(1)
}

if (Number(process.versions.node.split('.')[0]) < 20) fail(`需要 Node 20 或更高版本，当前为 ${process.version}`)

const lock = join(root, 'package-lock.json')
const installed = join(root, 'node_modules', '.package-lock.json')
const { devDependencies = {} } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/**
 * What npm has to do, if anything. To start the product, and to fill it, what checks it is not needed; who has it keeps it, so that
 * start and test do not install against each other. It is added beside a product that may be running, not by `ci`,
 * which removes everything first.
 */
const missing = () => {
  const stale = !existsSync(installed) || statSync(lock).mtimeMs > statSync(installed).mtimeMs
  const complete = Object.keys(devDependencies).every((one) =>
    existsSync(join(root, 'node_modules', one, 'package.json')),
  )
  const full = name !== 'start' && name !== 'demo'
  if (stale) return full || complete ? ['ci'] : ['ci', '--omit=dev']
  return full && !complete ? ['install', '--no-save'] : undefined
}

await install(root, missing, fail)

const pinned = () => {
  const require = createRequire(join(root, 'package.json'))
  const platform = process.platform === 'win32' ? 'win' : process.platform
  try {
    const manifest = require.resolve(`node-${platform}-${process.arch}/package.json`)
    return join(dirname(manifest), 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  } catch {
    const [major, minor] = process.versions.node.split('.').map(Number)
    if (major > 22 || (major === 22 && minor >= 18)) return process.execPath
    return fail(`没有适合 ${process.platform}-${process.arch} 的 Node 22，请安装 Node 22.18 或更高版本后重试`)
  }
}

// What runs until it is stopped must not outlive this process: end-with-parent.ts notices the end of its stdin.
const stays = name === 'start'
const preload = stays ? ['--import', pathToFileURL(join(root, 'tools', 'end-with-parent.ts')).href] : []
const child = spawn(
  pinned(),
  ['--disable-warning=ExperimentalWarning', ...preload, join(root, 'tools', `${name}.ts`), ...args],
  { cwd: process.cwd(), stdio: [stays ? 'pipe' : 'inherit', 'inherit', 'inherit'] },
)
// Ctrl-C reaches the whole process group; the parent only waits for the child's own orderly end.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
