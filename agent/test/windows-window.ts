import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { spendHiddenWindow } from '../src/os/first-window.ts'

const word = 'window'

/** In a process that was started by startHidden: what became of its first window, for the one that started it. */
export const tellOfWindow = ([asked, file]: readonly string[]): boolean => {
  if (asked !== word || file === undefined) return false
  writeFileSync(file, JSON.stringify(spendHiddenWindow()))
  return true
}

/** Whether a process that is started as a host is spends the window that Windows would hide. */
export const startHidden = async (folder: string): Promise<boolean> => {
  const file = join(folder, 'window.json')
  const child = spawn(process.execPath, [process.argv[1]!, word, file], { stdio: 'ignore', windowsHide: true })
  await once(child, 'exit')
  return JSON.parse(readFileSync(file, 'utf8'))
}
