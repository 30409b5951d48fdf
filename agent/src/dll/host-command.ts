import { copyFileSync, existsSync, linkSync, rmSync, statSync, utimesSync } from 'node:fs'
import { basename, join } from 'node:path'
import { AgentError } from '../agent-error.ts'
import { home, homeArguments } from '../home.ts'
import { selfArguments } from '../self.ts'
import type { HostCommand } from './host-process.ts'

/** The 32-bit host beside a 64-bit agent on Windows; most vendors ship 32-bit libraries only (domain.md 6). */
const host32 = 'agent-host-x86.exe'

const programFor = (bits: 32 | 64) => {
  if (bits === 32 && process.arch !== 'ia32') {
    const program = join(home(), host32)
    if (existsSync(program)) return program
    throw new AgentError('DRIVER_BITS', { text: `需要 32 位的驱动进程，安装目录里没有 ${host32}` })
  }
  if (bits === 64 && process.arch === 'ia32')
    throw new AgentError('DRIVER_BITS', { text: '64 位的驱动不能在 32 位的程序里运行' })
  return process.execPath
}

const sameFile = (path: string, program: string) => {
  const [mine, its] = [statSync(path), statSync(program)]
  return mine.size === its.size && mine.mtimeMs === its.mtimeMs
}

/** The program inside the driver's folder, for a library that looks for its ini beside the executable (agent.md 9.5). */
const beside = (program: string, driverDir: string) => {
  const path = join(driverDir, basename(program))
  // An update brings another program: the one of the former version would not understand the desk.
  if (existsSync(path) && sameFile(path, program)) return path
  rmSync(path, { force: true })
  try {
    linkSync(program, path)
  } catch {
    copyFileSync(program, path) // another disk
    const { atime, mtime } = statSync(program)
    utimesSync(path, atime, mtime)
  }
  return path
}

/** Starts a host as `<agent> host --connect <pipe> --driver <folder>`; throws DRIVER_BITS when this machine has none. */
export const hostCommand: HostCommand = ({ bits, pipe, driverDir, besideDll }) => {
  const program = programFor(bits)
  return {
    file: besideDll ? beside(program, driverDir) : program,
    args: [...selfArguments('host', '--connect', pipe, '--driver', driverDir), ...homeArguments()],
  }
}
