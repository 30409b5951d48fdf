import { spawn } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BuildFailed } from './command.ts'

/** A Windows of its own: one Wine prefix with all its programs. */
export interface Windows {
  prefix: string
  env: NodeJS.ProcessEnv
  /** Runs a program to its end. `args` are what Windows gets: use `path` for files. */
  run: (args: readonly string[], options?: { env?: NodeJS.ProcessEnv; timeoutMs?: number }) => Promise<Ended>
  /** Starts a program that stays, its output in a file of the prefix; answers how it ends, if it does. */
  start: (args: readonly string[], env?: NodeJS.ProcessEnv) => Promise<Ended>
  /** Ends every process of this prefix, as a power cut does. */
  cut: () => Promise<void>
  /** Starts Windows again. */
  power: () => void
  remove: () => Promise<void>
}

interface Ended {
  code: number | null
  output: string
}

/** A file of this machine as Windows sees it. */
export const windowsPath = (path: string): string => `Z:${path.replaceAll('/', '\\')}`

const finished = (file: string, args: readonly string[], env: NodeJS.ProcessEnv, log: string, timeoutMs: number) =>
  new Promise<Ended>((resolve, reject) => {
    // Windows programs cannot write to a pipe of this side (EBADF), a file they can.
    const out = openSync(log, 'w')
    const child = spawn(file, args, { env, stdio: ['ignore', out, out] })
    closeSync(out)
    const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
    child.on('error', reject)
    child.on('exit', (code) => {
      clearTimeout(timer)
      resolve({ code, output: readFileSync(log, 'utf8') })
    })
  })

/** Makes a fresh Windows 10 (about 14 s). */
export const makeWindows = async (extra: NodeJS.ProcessEnv = {}): Promise<Windows> => {
  const folder = mkdtempSync(join(tmpdir(), 'yibao-wine-'))
  const prefix = join(folder, 'prefix')
  mkdirSync(prefix)
  const { DISPLAY: _, ...inherited } = process.env
  const env: NodeJS.ProcessEnv = {
    ...inherited,
    WINEPREFIX: prefix,
    WINEARCH: 'win64',
    WINEDEBUG: '-all',
    // Neither .NET nor a browser is needed, and asking for them would wait for a person.
    WINEDLLOVERRIDES: 'mscoree=;mshtml=',
    ...extra,
  }
  let count = 0
  const run: Windows['run'] = (args, options = {}) =>
    finished('wine', args, { ...env, ...options.env }, join(folder, `${++count}.log`), options.timeoutMs ?? 120_000)
  // Wine ends Windows, services and all, with the last program that is no service. One that reads its input ends at once.
  const power = () => {
    spawn('wine', ['ping.exe', '-n', '1000000', '127.0.0.1'], { env, stdio: 'ignore' }).unref()
  }
  const cut = async () => {
    await finished('wineserver', ['-k'], env, join(folder, 'cut.log'), 30_000)
    await finished('wineserver', ['-w'], env, join(folder, 'cut.log'), 30_000)
  }
  const windows: Windows = {
    prefix,
    env,
    run,
    start: (args, more) => {
      const log = join(folder, `${++count}.log`)
      const out = openSync(log, 'w')
      const child = spawn('wine', args, { env: { ...env, ...more }, stdio: ['ignore', out, out], detached: true })
      child.unref()
      closeSync(out)
      const said = () => (existsSync(log) ? readFileSync(log, 'utf8') : '') // gone with the prefix, whose end this one's may be
      return new Promise((resolve) => child.on('exit', (code) => resolve({ code, output: said() })))
    },
    cut,
    power,
    remove: async () => {
      await cut()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  for (const args of [
    ['wineboot', '-i'],
    ['winecfg', '/v', 'win10'],
  ]) {
    const { code, output } = await run(args)
    if (code === 0) continue
    // Half made, it would go on beside everything else for as long as this machine is up.
    await windows.remove()
    throw new BuildFailed(`wine ${args.join(' ')}: ${code}`, output)
  }
  return windows
}
