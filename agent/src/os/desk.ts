import type { Socket } from 'node:net'

/** What the desk, a program of the logged-on user, asks of its operating system. */
interface DeskSystem {
  /** Has every process that this one starts end with it; on Linux each host sees to that itself. */
  childrenEndWithMe: () => void
  /** Takes that back, for a program that is to stay when this one ends. */
  letChildrenStay: () => void
  /** Takes the window away that Windows gives a program at logon. */
  hideConsole: () => void
  /** Whether the user of this process is the one in front of the PC. */
  sessionIsActive: () => boolean
  /** Whether a program of Windows itself, which only an administrator starts, is at the other end; where nobody says, it is. */
  isService: (socket: Socket) => boolean
}

const nothing: DeskSystem = {
  childrenEndWithMe: () => {},
  letChildrenStay: () => {},
  hideConsole: () => {},
  sessionIsActive: () => true,
  isService: () => true,
}

/** Loaded on Windows only: elsewhere a desk maps no native caller. */
export const deskSystem = async (): Promise<DeskSystem> =>
  process.platform === 'win32' ? import('./windows-desk.ts') : nothing
