import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { programName } from '../install/layout.ts'
import { openJournal } from './journal.ts'
import { plainFolder } from './plain-folder.ts'
import { probeGateway } from './probe.ts'
import { isWhole } from './stage.ts'
import { installVersion } from './test/folder.ts'
import { gatewayProgram } from './test/gateway-program.ts'
import { makeReleaseKeys, manifestOf, publicOf, signText } from './test/release.ts'

// SIGKILL behind every single step of an update, then the machine comes up again: old and whole, or new and whole.

const keys = makeReleaseKeys()
const filesOf = (behaviour: string) => ({
  [programName()]: gatewayProgram(process.execPath),
  behaviour: Buffer.from(behaviour),
  'release-keys.json': Buffer.from(JSON.stringify(publicOf(keys))),
})
const roots: string[] = []
const workshop = mkdtempSync(join(tmpdir(), 'yibao-updater-'))
const program = join(workshop, 'updater.mjs')
// One file of JavaScript: it is started eighty times.
beforeAll(async () => {
  const entry = join(import.meta.dirname, 'test/updater-child.ts')
  const banner = { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" }
  const options = {
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node22',
    logLevel: 'error',
    banner,
  } as const
  await build({ ...options, entryPoints: [entry], outfile: program })
})
const stopped = async (root: string) => plainFolder(root, join(root, 'data')).stop()
afterAll(async () => {
  for (const root of roots) {
    await stopped(root)
    rmSync(root, { recursive: true, force: true })
  }
  rmSync(workshop, { recursive: true, force: true })
})

/** Version 1.0.0 installed and running, 1.1.0 offered. */
const counter = async (behaviour: string) => {
  const root = mkdtempSync(join(tmpdir(), 'yibao-kill-'))
  roots.push(root)
  mkdirSync(join(root, 'data'))
  const files = filesOf(behaviour)
  installVersion(root, '1.0.0', filesOf('well'), keys)
  writeFileSync(join(root, 'current'), '1.0.0\n')
  const release = signText(JSON.stringify(manifestOf(files, { expires: '2099-01-01T00:00:00Z' })), keys.slice(1))
  const packed = Object.fromEntries(Object.entries(files).map(([path, bytes]) => [path, bytes.toString('base64')]))
  writeFileSync(join(root, 'offer.json'), JSON.stringify({ release, files: packed }))
  const installation = plainFolder(root, join(root, 'data'))
  await installation.start()
  expect(await probeGateway(join(root, 'data', 'agent'), '1.0.0', undefined, 5_000)).toBeUndefined()
  return { root, installation }
}

/** A version that cannot become well is given a second; its verdict is the same after a minute. */
const updater = (root: string, behaviour: string, killAt = 0) =>
  new Promise<{ signal: string | null; code: number | null; steps: string[] }>((resolve, reject) => {
    const probeMs = behaviour === 'well' ? '10000' : '1000'
    const child = spawn(process.execPath, [program, root, String(killAt), probeMs], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    child.on('error', reject)
    child.on('exit', (code, signal) => {
      const steps = JSON.parse(readFileSync(join(root, 'steps.json'), 'utf8')) as string[]
      resolve({ signal, code, steps })
    })
  })

const story = async (behaviour: string, killAt: number) => {
  const { root, installation } = await counter(behaviour)
  const killed = await updater(root, behaviour, killAt)
  // Whatever the moment was: the pointer names a version that is there, every byte of it.
  expect(await isWhole(installation, installation.active()), killed.steps.at(-1)).toBe(true)
  let rest = { signal: null as string | null, code: 0 as number | null, steps: [] as string[] }
  if (killAt > 0) {
    expect(killed.signal).toBe('SIGKILL')
    rest = await updater(root, behaviour)
    // Killed right at its end there is nothing left to do; else a bad version must not be begun again.
    expect(rest.code).toBe(0)
  }
  const wanted = behaviour === 'well' ? '1.1.0' : '1.0.0'
  const entry = openJournal(installation, Date.now).read()
  expect([installation.active(), entry?.phase]).toEqual([wanted, behaviour === 'well' ? 'committed' : 'rolledBack'])
  expect(await probeGateway(join(root, 'data', 'agent'), wanted, undefined, 5_000)).toBeUndefined()
  const left = readdirSync(join(root, 'versions')).sort()
  await stopped(root)
  return { steps: killed.steps, left }
}

describe.each([
  ['a good version', 'well', 18, ['1.0.0', '1.1.0']],
  ['a version whose driver is broken', 'driver', 23, ['1.0.0']],
])('%s', (_, behaviour, most, versions) => {
  test('runs to its end, through every phase', async () => {
    const whole = await story(behaviour, 0)
    expect(whole.left).toEqual(versions)
    const phases = whole.steps.filter((step) => step.startsWith('journal')).map((step) => step.split(' ')[1])
    const all = ['downloaded', 'verified', 'staged', 'activating', 'probing']
    expect(phases).toEqual(expect.arrayContaining([...all, behaviour === 'well' ? 'committed' : 'rolledBack']))
    expect(whole.steps.length, 'the kills below reach every step').toBe(most)
  }, 30_000)

  test.concurrent.each(Array.from({ length: most }, (__, i) => i + 1))(
    'killed behind step %i',
    async (killAt) => void (await story(behaviour, killAt)),
    30_000,
  )
})
