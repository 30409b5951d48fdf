// Installs what is missing, for run.mjs: plain JavaScript for the same reason. Nothing of server/process/lock.ts can be
// imported before there is a Node that reads it, so its lock files are written and judged here once more.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const pauseMs = 100

const read = (path) => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

/** When a process started, in unix ms; undefined where the system does not tell (lock.ts). */
const startOf = (pid) => {
  const ticks = read(`/proc/${pid}/stat`)?.split(') ').pop()?.split(' ')[19]
  const uptime = read('/proc/uptime')?.split(' ')[0]
  return ticks && uptime ? Date.now() - Number(uptime) * 1000 + Number(ticks) * 10 : undefined
}

/** Who holds a lock file and lives, `{ pid, since }`: a killed one's number may be somebody else's by now. */
const holderOf = (path) => {
  try {
    const { pid, since } = JSON.parse(read(path))
    if (pid === process.pid) return undefined
    try {
      process.kill(pid, 0)
    } catch (error) {
      if (error.code !== 'EPERM') return undefined
    }
    const start = startOf(pid)
    return start === undefined || start < Date.parse(since) + 2000 ? { pid, since } : undefined
  } catch {
    return undefined
  }
}

/** Takes a lock file, waiting while somebody who lives has it; `wait` is told once. Answers the release. */
const take = async (path, wait) => {
  const mine = JSON.stringify({ pid: process.pid, since: new Date().toISOString() })
  for (let waited = false; ; ) {
    try {
      writeFileSync(path, mine, { flag: 'wx' })
      return () => read(path) === mine && rmSync(path, { force: true })
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    // Nothing in it yet: somebody made it this moment. Who left it so was killed between two lines, long ago.
    const fresh = !read(path) && existsSync(path) && Date.now() - statSync(path).mtimeMs < 2000
    if (!fresh && !holderOf(path)) {
      rmSync(path, { force: true })
      continue
    }
    if (!waited) wait()
    waited = true
    await pause(pauseMs)
  }
}

/**
 * Has npm do what `missing` tells, one process at a time in one clone; who waited asks again. `ci` removes everything
 * first, so it is not done under a product that runs from here: two servers of which one loses its modules are worse
 * than a start that is refused. `fail` ends the process with a text.
 */
export const install = async (root, missing, fail) => {
  if (!missing()) return
  const release = await take(join(root, '.installing'), () => console.log('另一个进程正在安装依赖，等它装完…'))
  process.on('exit', release)
  const how = missing()
  if (how?.[0] === 'ci') {
    const dataDir = resolve(process.env.DATA_DIR ?? join(root, 'data'))
    const holder = holderOf(join(dataDir, 'start')) ?? holderOf(join(dataDir, 'lock'))
    // The words of DataFolderTaken (lock.ts).
    if (holder) fail(`数据目录 ${dataDir} 正由进程 ${holder.pid} 使用（${holder.since} 启动）。请先停止它，再重新启动`)
  }
  if (how) {
    console.log(`正在安装依赖 (npm ${how.join(' ')})，首次约一分钟…`)
    // On Windows npm is a .cmd file, which only a shell can start.
    const done = spawnSync('npm', [...how, '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: root,
      stdio: 'inherit',
      shell: process.platform === 'win32',
    })
    if (done.status !== 0) fail('依赖安装没有完成，请查看上面的 npm 输出')
  }
  release()
}
