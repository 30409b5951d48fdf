import { spawn } from 'node:child_process'

/** A build step that failed. */
export class BuildFailed extends Error {
  /** All that the program wrote. */
  readonly output: string

  constructor(message: string, output = '') {
    super(`${message}\n${output.slice(-2000)}`.trim())
    this.output = output
  }
}

/** Runs a program to its end and answers what it wrote; throws BuildFailed when it ends with another code than 0. */
export const run = (file: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn(file, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output += chunk
      })
    child.on('error', (error) => reject(new BuildFailed(`${file}: ${error.message}`)))
    child.on('close', (code) =>
      code === 0 ? resolve(output) : reject(new BuildFailed(`${file} ${args[0] ?? ''}: ${code}`, output)),
    )
  })
