import { join } from 'node:path'
import { enterApartment as enter } from './apartment.ts'
import { spendHiddenWindow } from './first-window.ts'
import * as linux from './linux.ts'
import { mostMemory } from './memory.ts'
import * as windows from './windows.ts'

// What a process that loads vendor code asks of its operating system.

/** Has the kernel end this process when its parent dies, so that a hung call outlives nobody; no core dumps either. */
export const dieWithParent = () => {
  if (process.platform === 'linux') linux.dieWithParent()
}

/**
 * No vendor's leak takes the counter's memory: a host that asks for more is refused, and mostly crashes on it. On Windows
 * the desk's job holds its hosts to the same.
 */
export const limitMemory = () => {
  if (process.platform === 'linux') linux.limitMemory(mostMemory)
}

/** Bytes that this process holds as its limit counts them, whether it uses them or not; 0 where nobody says. */
export const memoryHeld = (): number =>
  process.platform === 'linux' ? linux.memoryHeld() : process.platform === 'win32' ? windows.memoryHeld() : 0

/** A crash must end the process at once, not show a dialog that waits for a click (agent.md 9.3). */
export const noCrashDialogs = () => {
  if (process.platform === 'win32') windows.noCrashDialogs()
}

/** A window in which a library asks for a PIN is seen, though this process was started without a console window. */
export const windowsAreSeen = () => {
  if (process.platform === 'win32') spendHiddenWindow()
}

/**
 * This thread becomes a single-threaded apartment of COM, whose messages are given out between two calls: a library that
 * uses MSXML, WinHTTP or a control otherwise has CO_E_NOTINITIALIZED (0x800401F0), and its windows and events stand still.
 */
export const enterApartment = () => {
  if (process.platform === 'win32') enter()
}

/** Libraries come from the driver's own folders and the system's, never from the working folder or PATH. */
export const onlyTheseFolders = (driverDir: string, folders: string[]) => {
  if (process.platform === 'win32') windows.onlyTheseFolders(folders.map((folder) => join(driverDir, folder)))
}

/** Ends this process without running anything more. */
export const endNow = () => {
  process.kill(process.pid, 'SIGKILL')
}
