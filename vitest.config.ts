import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Runs after everything that has a person's patience: executables of 90 MB are built and Windows runs, and whoever waits
 * for a counter beside that waits for the disk. Windows itself mostly waits: beside it the server's tests have a worker
 * for each core.
 */
const besideWindows = { groupOrder: 1, maxWorkers: 3 }

/** Where a server may stand as well, and with summers of its own: what is told in Shanghai's time is so everywhere. */
const elsewhere = { TZ: 'America/New_York' }

interface Options {
  folder?: string
  env?: Record<string, string>
  include?: string[]
  exclude?: string[]
  isolate?: boolean
  groupOrder?: number
  maxWorkers?: number
  globalSetup?: string[]
  setupFiles?: string[]
}

const unit = (
  name: string,
  {
    folder = name,
    include = [`${folder}/**/*.test.{ts,tsx}`],
    exclude = [],
    isolate = true,
    groupOrder = 0,
    // Two cores: more workers only fight for them.
    maxWorkers = 2,
    globalSetup = [],
    setupFiles = [],
    env = {},
  }: Options = {},
) => ({
  extends: true as const,
  test: {
    name,
    ...{ isolate, maxWorkers, globalSetup, setupFiles, env, include, sequence: { groupOrder } },
    exclude: ['**/node_modules/**', '**/dist/**', ...exclude],
  },
})

/**
 * Tests of the console that replace a module or something global, which no other test may meet, or the clock, by which
 * what other tests have begun would not run.
 */
const replacing = readdirSync(join(import.meta.dirname, 'console', 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.test\.tsx?$/.test(name))
  .map((name) => join('console', 'src', name))
  .filter((file) =>
    /\bvi\.(mock|doMock|hoisted|resetModules|stubGlobal|useFakeTimers)\(/.test(
      readFileSync(join(import.meta.dirname, file), 'utf8'),
    ),
  )

/** Few lines that take long. Where nothing is known of an earlier run, files begin by their size, the largest first. */
const longest = [
  'tests/e2e/pages.test.ts',
  'server/src/domains/settlement/storm.test.ts',
  'server/src/domains/visit/storm.test.ts',
].map((file) => join(import.meta.dirname, file))

/** Begins those before the others of their project: at its end, all workers but theirs would have nothing to do. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => longest.includes(moduleId)
    return [...new Set(sorted.map(({ project }) => project))].flatMap((project) => {
      const own = sorted.filter((file) => file.project === project)
      return [...own.filter(isLong), ...own.filter((file) => !isLong(file))]
    })
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // They end what hangs, and nothing else: a product that is brought up took more than a minute on a machine of half the speed.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    // A state that is waited for comes late on a busy machine; a second, the default, was once not enough.
    expect: { poll: { timeout: 20_000 } },
    // The notice that node:sqlite is new says nothing about us.
    execArgv: ['--disable-warning=ExperimentalWarning'],
    projects: [
      // One process reads the code once for all its files, which halves what they cost. So these tests replace no
      // module, and what a helper does before and after each test stands in a function that the test file calls.
      unit('shared', { isolate: false, env: elsewhere }),
      unit('server', {
        isolate: false,
        env: elsewhere,
        ...besideWindows,
        globalSetup: ['server/src/test/global.ts'],
        setupFiles: ['tests/begin-in-one-day.ts', 'server/src/test/turned-rows.ts'],
      }),
      unit('agent', { isolate: false, env: elsewhere }),
      unit('console', { isolate: false, exclude: replacing }),
      unit('console-alone', { include: replacing }),
      unit('tools'),
      unit('installer'),
      unit('tests', {
        isolate: false,
        globalSetup: ['server/src/test/global.ts'],
        setupFiles: ['tests/begin-in-one-day.ts'],
        exclude: ['tests/{fresh-clone,windows,packaged}/**'],
      }),
      // By its name before the server's: the longest of all begins first.
      unit('packaged', {
        include: ['tests/{windows,packaged}/**/*.test.ts'],
        ...besideWindows,
        setupFiles: ['tests/begin-in-one-day.ts'],
      }),
      // Measures how long a start takes: tools/test.ts runs it alone, after everything else.
      unit('fresh-clone', { folder: 'tests/fresh-clone' }),
    ],
  },
})
