import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Runs a tool of the operating system, no shell between; rejects with what it said. Answers its output. */
export const runTool = async (file: string, args: readonly string[]): Promise<string> => {
  const { stdout } = await run(file, args, { windowsHide: true, timeout: 60_000, encoding: 'utf8' })
  return stdout
}

/** Runs a tool whose failure only means that there was nothing to do. */
export const tryTool = (file: string, args: readonly string[]): Promise<string | undefined> =>
  runTool(file, args).catch(() => undefined)
