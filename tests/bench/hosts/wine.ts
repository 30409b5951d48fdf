import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { windowsAgent } from '../../../agent/test/windows.ts'

const warmUp = 100

interface Called {
  fn: string
  args: Record<string, unknown>
  times: number
}

/** ms of each call of one function in a DLL of either width, by a 64-bit desk under Wine. */
export const underWine = async (manifest: Record<string, unknown>, called: Called) => {
  const folder = mkdtempSync(join(tmpdir(), 'yibao-bench-wine-'))
  const agent = await windowsAgent(folder)
  try {
    const dll = { source: 'settlement', names: 'cdecl', manifest } as const
    agent.add('x86', { ...dll, target: 'win32-ia32' })
    agent.add('x64', { ...dll, target: 'win32-x64' })
    const step = (driver: string) => ({ name: driver, driver, ...called, times: warmUp + called.times })
    // Not at the same time: each has the machine to itself.
    const timesOf = async (driver: string) => {
      const { told } = await agent.run([step(driver)], {})
      const { took, error } = told.get(driver)!
      if (error) throw new Error(`${driver}: ${error.code}`)
      return took.slice(warmUp)
    }
    return { x86: await timesOf('x86'), x64: await timesOf('x64') }
  } finally {
    await agent.windows.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}
