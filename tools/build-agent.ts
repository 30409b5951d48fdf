import { join } from 'node:path'
import { buildLinux, buildWindows, prepare, versionToBuild } from '../installer/build.ts'
import { BuildFailed } from '../installer/command.ts'
import { buildSetup } from '../installer/setup.ts'
import { installTools } from '../installer/tools.ts'
import { missingForWindows } from './machine.ts'
import { root } from './root.ts'

// `npm run build:agent`: executables for Linux and Windows and setup.exe in dist/ (VERSION sets another version than the
// package's; SIGN_CERT and SIGN_KEY a release certificate, see docs/INSTALL.md).

const begin = Date.now()
const say = (text: string) => console.log(`▶ ${text}`)
const dist = join(root, 'dist')
const version = versionToBuild()

const build = async () => {
  if (!installTools(say)) throw new BuildFailed('打包工具没有装上，请查看上面的 npm 输出')
  const { agent, host } = await prepare(say)
  const made = [await buildLinux({ dist, version, say }, agent)]
  const missing = missingForWindows()
  if (missing.length) console.log(`没有 ${missing.join('、')}，不能构建 Windows 的程序（Debian 软件包见 .ci/run）`)
  else {
    const folder = await buildWindows({ dist, version, say }, agent, host)
    say('setup.exe')
    made.push(
      folder,
      await buildSetup(folder, { dist, version, compress: process.env.COMPRESS === 'zlib' ? 'zlib' : 'lzma' }),
    )
  }
  console.log(`\n本机助手 ${version}（${((Date.now() - begin) / 1000).toFixed(1)} 秒）\n  ${made.join('\n  ')}`)
  return missing.length === 0
}

try {
  process.exit((await build()) ? 0 : 1)
} catch (error) {
  console.error(error instanceof BuildFailed ? error.message : error)
  process.exit(1)
}
