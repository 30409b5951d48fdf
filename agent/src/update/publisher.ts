import { closeSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { programName, versionFolder } from '../install/layout.ts'
import type { Installation } from '../install/platform.ts'
import { type Signature, signatureStates } from '../os/signature.ts'
import { filesOf } from './stage.ts'

/** Programs and libraries of Windows begin with these two letters; nothing else is run or loaded there. */
const isProgram = (path: string) => {
  const fd = openSync(path, 'r')
  try {
    const start = Buffer.alloc(2)
    return readSync(fd, start) === 2 && start.toString('latin1') === 'MZ'
  } finally {
    closeSync(fd)
  }
}

const { trusted, untrustedRoot, expired } = signatureStates

/**
 * Whether the running program's publisher made the other. One whose certificate ended without a time stamp still names
 * him; a certificate that this Windows does not know is good for what that very certificate signed, and only that.
 */
const isFrom = (own: Signature, other: Signature) => {
  if (own.publisher === '' || other.publisher !== own.publisher) return false
  if (other.status === trusted) return own.status === trusted || own.status === expired
  return other.status === untrustedRoot && own.status === untrustedRoot && other.certificate === own.certificate
}

/**
 * The second lock of an update on Windows, of another maker than the release's keys (agent.md 5.4): each program of the
 * version is signed by the very publisher of the one that runs, or is, byte by byte, one that the running version has
 * already. Answers the first file for which neither holds; undefined when there is none.
 */
export const strangeProgram = (
  installation: Installation,
  version: string,
  signatureOf: (path: string) => Signature,
): string | undefined => {
  const { root } = installation
  const active = installation.active()
  // What nobody signed, or somebody changed, vouches for nobody.
  const own = signatureOf(join(versionFolder(root, active), programName()))
  const known = new Set(filesOf(installation, active).map(({ sha256 }) => sha256))
  return filesOf(installation, version).find(({ path, sha256 }) => {
    const file = join(versionFolder(root, version), path)
    return isProgram(file) && !known.has(sha256) && !isFrom(own, signatureOf(file))
  })?.path
}
