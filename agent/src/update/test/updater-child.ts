// The whole of an update in one process that ends itself by SIGKILL behind its nth step; see kill.test.ts.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Installation } from '../../install/platform.ts'
import { activate } from '../activate.ts'
import { type Journal, openJournal } from '../journal.ts'
import { keysOf } from '../keys.ts'
import { UpdateMemory } from '../memory.ts'
import { plainFolder } from '../plain-folder.ts'
import { prepare } from '../prepare.ts'
import { askGateway, gatewayServes, probeGateway } from '../probe.ts'
import { piecesOf } from './release.ts'

const [root = '', killAt = '', probeMs = ''] = process.argv.slice(2)
const data = join(root, 'data')
const { release, files } = JSON.parse(readFileSync(join(root, 'offer.json'), 'utf8')) as {
  release: unknown
  files: Record<string, string>
}
const bytes = Object.fromEntries(Object.entries(files).map(([path, text]) => [path, Buffer.from(text, 'base64')]))

const steps: string[] = []
const did = (step: string) => {
  steps.push(step)
  writeFileSync(join(root, 'steps.json'), JSON.stringify(steps))
  if (steps.length === Number(killAt)) process.kill(process.pid, 'SIGKILL')
}

const plain = plainFolder(root, data)
const installation: Installation = {
  ...plain,
  point: async (version) => plain.point(version).then(() => did(`point ${version}`)),
  stop: async () => plain.stop().then(() => did('stop')),
  start: async () => plain.start().then(() => did('start')),
  rememberUpdater: async () => plain.rememberUpdater().then(() => did('remember')),
  forgetUpdater: async () => plain.forgetUpdater().then(() => did('forget')),
}
const kept = openJournal(installation, Date.now)
const journal: Journal = {
  read: kept.read,
  isDamaged: kept.isDamaged,
  write: (next) => {
    const entry = kept.write(next)
    did(`journal ${next.phase}${next.fault ? ` ${next.fault}` : ''}`)
    return entry
  },
}
const memory = new UpdateMemory(installation)
const agentFolder = join(data, 'agent')
const activation = {
  installation,
  journal,
  memory,
  probe: (version: string, before: Parameters<typeof probeGateway>[2]) =>
    probeGateway(agentFolder, version, before, Number(probeMs)),
  serves: (version: string) => gatewayServes(agentFolder, version),
  strange: () => undefined,
  clock: Date.now,
  log: () => {},
}
const pieces = piecesOf(bytes, 4096)
const readPiece = async (hash: string, from: number) => {
  const piece = await pieces(hash, from)
  did('piece')
  return piece
}
const standing = () => ({ keys: keysOf(installation), channel: 'stable' as const, stores: [], nowMs: Date.now() })

// As after a reboot: first what was begun, then what the server offers.
await activate(activation)
const end = kept.read()?.phase
if (end !== 'committed' && end !== 'rolledBack') {
  const entry = await prepare({ installation, journal, memory, readPiece, standing }, release, false)
  if (entry) {
    journal.write({ ...entry, go: true, before: await askGateway(agentFolder) })
    await activate(activation)
  }
}
process.stdout.write(steps.join(','))
