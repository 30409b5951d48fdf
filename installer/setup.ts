import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../tools/root.ts'
import { run } from './command.ts'
import { sign, uninstallerSigner } from './sign.ts'

interface SetupOptions {
  dist: string
  version: string
  /** zlib is made in a quarter of the time and is half as large again; none is for a test that makes several. */
  compress: 'lzma' | 'zlib' | 'none'
}

const compressors = { lzma: '-XSetCompressor /SOLID lzma', zlib: '-XSetCompressor zlib', none: '-XSetCompress off' }

/** Makes and signs setup.exe of a folder that buildWindows made. Answers its path. */
export const buildSetup = async (folder: string, { dist, version, compress }: SetupOptions): Promise<string> => {
  const out = join(dist, `yibao-agent-setup-${version}.exe`)
  rmSync(out, { force: true })
  const compressor = compressors[compress]
  const defines = {
    VERSION: version,
    // Windows wants four numbers.
    FILE_VERSION: `${version.split('-')[0]}.0`,
    FILES: folder,
    OUT: out,
    SIGN: await uninstallerSigner(),
  }
  const flags = Object.entries(defines).map(([name, value]) => `-D${name}=${value}`)
  await run('makensis', ['-V2', '-INPUTCHARSET', 'UTF8', compressor, ...flags, join(root, 'installer', 'setup.nsi')])
  await sign(out)
  return out
}
