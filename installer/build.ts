import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { consoleIsStale } from '../tools/console-age.ts'
import { root } from '../tools/root.ts'
import { type Bundle, bundles } from './bundle.ts'
import { sha256Of } from './cache.ts'
import { run } from './command.ts'
import { agentExecutable, hostExecutable } from './executables.ts'
import { notices } from './notices.ts'
import { sign } from './sign.ts'
import { checked } from './stock.ts'
import { makeWindows, type Windows } from './wine.ts'

interface BuildOptions {
  /** Where everything is put. */
  dist: string
  version: string
  say: (text: string) => void
  /** A Wine prefix to make the 32-bit blob with; one is made and removed when it is needed and absent. */
  windows?: Windows
}

/** What the files of a version are and hash to; the updater checks them by it. */
export const versionFile = (folder: string, version: string): string => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name !== 'version.json' && statSync(join(folder, name)).isFile())
    .sort()
    .map((name) => {
      const file = join(folder, name)
      return { path: name.replaceAll('\\', '/'), sha256: sha256Of(file), size: statSync(file).size }
    })
  return `${JSON.stringify({ version, files }, null, 1)}\n`
}

const native = (folder: string, platform: string, name: 'koffi-linux-x64' | 'koffi-win32-x64' | 'koffi-win32-ia32') => {
  const place = join(folder, 'native', platform)
  mkdirSync(place, { recursive: true })
  const file = join(place, 'koffi.node')
  cpSync(checked(name), file)
  return file
}

/** What both platforms get beside the executable. */
const common = (folder: string, inputs: string[], options: { windows: boolean }) => {
  // Packed files are for the way from the server; the agent serves its own PC.
  const filter = (path: string) => !path.endsWith('.gz')
  cpSync(join(root, 'console', 'dist'), join(folder, 'console'), { recursive: true, filter })
  cpSync(join(root, 'agent', 'drivers'), join(folder, 'drivers'), { recursive: true })
  writeFileSync(join(folder, 'THIRD-PARTY-NOTICES.txt'), notices(inputs, options))
  // Without the public keys (tools/sign-release.ts) a version takes no other after it.
  if (process.env.RELEASE_KEYS) cpSync(process.env.RELEASE_KEYS, join(folder, 'release-keys.json'))
}

const fresh = (folder: string) => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
}

/** The folder of a version for Linux. */
export const buildLinux = async ({ dist, version, say }: BuildOptions, agent: Bundle): Promise<string> => {
  const folder = join(dist, 'linux-x64')
  say('Linux x64')
  fresh(folder)
  await agentExecutable(agent, 'linux', join(folder, 'agent'))
  native(folder, 'linux-x64', 'koffi-linux-x64')
  common(folder, agent.inputs, { windows: false })
  writeFileSync(join(folder, 'version.json'), versionFile(folder, version))
  return folder
}

/** The folder of a version for Windows, every PE file signed. */
export const buildWindows = async (options: BuildOptions, agent: Bundle, host: Bundle): Promise<string> => {
  const { dist, version, say } = options
  const folder = join(dist, 'win-x64')
  let made: Windows | undefined
  const windows = async () => {
    if (options.windows) return options.windows
    made ??= await makeWindows()
    return made
  }
  try {
    fresh(folder)
    say('Windows x64')
    const signed = [join(folder, 'agent.exe'), join(folder, 'agent-host-x86.exe')]
    await agentExecutable(agent, 'win', signed[0]!)
    say('Windows x86（驱动进程）')
    await hostExecutable(host, signed[1]!, windows)
    signed.push(native(folder, 'win32-x64', 'koffi-win32-x64'), native(folder, 'win32-ia32', 'koffi-win32-ia32'))
    // SumatraPDF stays as its author made and signed it.
    cpSync(checked('sumatra'), join(folder, 'SumatraPDF.exe'))
    cpSync(join(root, 'installer', 'app.ico'), join(folder, 'app.ico'))
    cpSync(join(root, 'installer', 'licences'), join(folder, 'licences'), { recursive: true })
    common(folder, agent.inputs, { windows: true })
    say('签名')
    for (const file of signed) await sign(file)
    writeFileSync(join(folder, 'version.json'), versionFile(folder, version))
    return folder
  } finally {
    await made?.remove()
  }
}

/** The version that is built: VERSION, else the agent's package's. */
export const versionToBuild = (env: NodeJS.ProcessEnv = process.env): string =>
  env.VERSION ?? JSON.parse(readFileSync(join(root, 'agent', 'package.json'), 'utf8')).version

/** Bundles of the agent, and the console they serve, which is built when it is older than its sources. */
export const prepare = async (say: (text: string) => void): Promise<{ agent: Bundle; host: Bundle }> => {
  if (!existsSync(join(root, 'console', 'dist', 'index.html')) || consoleIsStale(root)) {
    say('构建控制台')
    await run(process.execPath, [join(root, 'tools', 'build-console.ts')])
  }
  say('打包脚本')
  return bundles()
}
