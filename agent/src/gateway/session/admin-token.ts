import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { secret, sha256hex } from '../../hash.ts'

/**
 * Makes the token by which a program of this machine reaches the administration routes: new at every start, in a file
 * that only the agent's own account can read. Answers its sha256 (hex). The updater of the former version, which tries this
 * one out, knows it by its shape (update/probe.ts).
 */
export const makeAdminToken = (folder: string): string => {
  const token = secret(32)
  mkdirSync(join(folder, 'keys'), { recursive: true, mode: 0o700 })
  writeFileSync(join(folder, 'keys', 'admin-token'), `${token}\n`, { mode: 0o600 })
  return sha256hex(token)
}

/** Says where this gateway listens, for programs of this machine: `listening.json` in its folder. */
export const tellListening = (folder: string, port: number, version: string): void =>
  writeFileSync(join(folder, 'listening.json'), JSON.stringify({ port, pid: process.pid, version }), { mode: 0o600 })
