import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { commonFolder, type Shortcut, writeShortcut } from '../os/windows-shortcut.ts'
import { type AppIcons, appTitle } from './app-icons.ts'
import { entriesOf, type Reg, regTool } from './windows-policies.ts'

const appPaths = 'HKLM\\Software\\Microsoft\\Windows\\CurrentVersion\\App Paths'
const programs = ['msedge.exe', 'chrome.exe']

interface Desktop {
  reg: Reg
  folders: () => string[]
  write: (file: string, shortcut: Shortcut) => void
}

const ofThisPc: Desktop = {
  reg: regTool,
  folders: () => [commonFolder('desktop'), commonFolder('programs')],
  write: writeShortcut,
}

/** Shortcuts on the desktop and in the start menu of every user. */
export const windowsIcons = ({ reg, folders, write }: Desktop = ofThisPc): AppIcons => {
  const files = () => folders().map((folder) => join(folder, `${appTitle}.lnk`))
  return {
    browser: async () => {
      for (const program of programs) {
        const output = await reg('query', `${appPaths}\\${program}`, '/ve').catch(() => '')
        const path = entriesOf(output)[0]?.value.replaceAll('"', '')
        if (path && existsSync(path)) return path
      }
      return undefined
    },
    write: async (program, args, icon) => {
      for (const file of files())
        write(file, { program, args: args.join(' '), icon, description: '打开医保云的收银窗口' })
    },
    // A shortcut has its arguments as they are, in Windows' own letters; paths may begin with the name of a variable.
    has: async (_, args) =>
      files().every((file) => existsSync(file) && readFileSync(file).includes(Buffer.from(args.join(' '), 'utf16le'))),
    remove: async () => {
      for (const file of files()) rmSync(file, { force: true })
    },
    picture: 'app.ico',
  }
}
