import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { placeIn } from '../src/install/place.ts'
import { endProcessesIn } from '../src/os/windows-processes.ts'

/**
 * A program started from the drive letter `alias`, which is `folder` by another name: how many are ended under the folder
 * beside it, and under its own by the first name.
 */
export const endByAnotherName = async (folder: string, alias: string) => {
  for (const name of ['place', 'place-2']) mkdirSync(join(folder, name), { recursive: true })
  copyFileSync(process.execPath, join(folder, 'place', 'agent.exe'))
  const child = spawn(join(alias, 'place', 'agent.exe'), ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
  const exited = once(child, 'exit')
  await once(child, 'spawn')
  const beside = endProcessesIn(placeIn(join(folder, 'place-2')))
  const inside = endProcessesIn(placeIn(join(folder, 'place')))
  if (inside === 0) child.kill()
  await exited
  return { beside, inside }
}
export type Places = Awaited<ReturnType<typeof endByAnotherName>>
