import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { productName } from './layout.ts'
import { runTool } from './run-tool.ts'

/** The identity of the service `name`: Windows makes it of the upper-cased name. */
export const serviceSid = (name: string): string => {
  const hash = createHash('sha1').update(Buffer.from(name.toUpperCase(), 'utf16le')).digest()
  return `S-1-5-80-${[0, 4, 8, 12, 16].map((at) => hash.readUInt32LE(at)).join('-')}`
}

/** Accounts for the gateway: one of its own, which owns what it is given; where Windows knows none, the least there is. */
export const accounts = [
  { name: `NT SERVICE\\${productName}`, sid: serviceSid(productName) },
  { name: 'NT AUTHORITY\\LocalService', sid: 'S-1-5-19' },
] as const

/** The identity that may start the updater. */
export const starterOf = (account: string): string => (accounts.find(({ name }) => name === account) ?? accounts[0]).sid

const system = 'S-1-5-18'
const administrators = 'S-1-5-32-544'
const loggedOn = 'S-1-5-4'

/** Folders below the data that the logged-on users' desks read; the rest (keys, policy, jobs) is not theirs to see. */
const readByDesks = ['door', join('agent', 'drivers'), join('agent', 'packages')]

/** Gives the data folder to the system, administrators and the service, and what desks need of it to them to read. */
export const giveFolders = async (data: string, account: string): Promise<void> => {
  const all = (sid: string) => `*${sid}:(OI)(CI)F`
  mkdirSync(data, { recursive: true })
  const owners = [system, administrators, starterOf(account)].map(all)
  await runTool('icacls.exe', [data, '/inheritance:r', '/grant:r', ...owners])
  for (const part of readByDesks) {
    const folder = join(data, part)
    mkdirSync(folder, { recursive: true })
    await runTool('icacls.exe', [folder, '/grant:r', `*${loggedOn}:(OI)(CI)RX`])
  }
}
