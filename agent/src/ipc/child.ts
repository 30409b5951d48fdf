import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { connectToParent, listenForChild, type Peer, type PeerOptions } from './pipe.ts'

/** Environment variable by which a child is given the secret of its start. */
export const secretVariable = 'YIBAO_PIPE_SECRET'

/** Executable and arguments of a child. */
export interface Command {
  file: string
  args: string[]
}

/** How a child ended; all null when it never began. */
export interface ChildExit {
  code: number | null
  signal: string | null
}

interface ChildStart extends PeerOptions {
  /** The command whose process connects to this pipe. */
  command: (pipe: string) => Command
  env: NodeJS.ProcessEnv
  stdio: StdioOptions
  /** Working folder; ours when absent. */
  cwd?: string
  /** ms it has to connect and prove itself */
  startMs: number
}

interface StartedChild {
  child: ChildProcess
  /** Rejects with PeerGone when it ended, or its time did, before it had proved itself. */
  peer: Promise<Peer>
  readonly exited: Promise<ChildExit>
}

/** Starts a process that connects back, with the secret of this start in its environment. Ending it is the caller's. */
export const startChild = async (start: ChildStart): Promise<StartedChild> => {
  const { command, env, stdio, cwd, startMs, ...options } = start
  const { path, secret, peer, close } = await listenForChild(options)
  try {
    const { file, args } = command(path)
    const child = spawn(file, args, { cwd, stdio, windowsHide: true, env: { ...env, [secretVariable]: secret } })
    const exited = new Promise<ChildExit>((resolve) => {
      child.on('exit', (code, signal) => resolve({ code, signal }))
      child.on('error', () => resolve({ code: null, signal: null }))
    })
    const timer = setTimeout(close, startMs)
    peer.finally(() => clearTimeout(timer)).catch(() => {})
    void exited.then(close)
    return { child, peer, exited }
  } catch (error) {
    close()
    throw error
  }
}

/** In a child: connects to who started it. The secret leaves the environment, which vendor code shares. */
export const connectBack = (
  pipe: string,
  options: PeerOptions,
  trusts?: Parameters<typeof connectToParent>[3],
): Promise<Peer> => {
  const secret = process.env[secretVariable] ?? ''
  delete process.env[secretVariable]
  return connectToParent(pipe, secret, options, trusts)
}
