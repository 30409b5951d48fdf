import { defineConfig } from 'vitest/config'

const unit = (
  name: string,
  { folder = name, exclude = [] as string[], isolate = true, globalSetup = [] as string[] } = {},
) => ({
  extends: true as const,
  test: {
    name,
    ...{ isolate, globalSetup },
    include: [`${folder}/**/*.test.{ts,tsx}`],
    exclude: ['**/node_modules/**', '**/dist/**', ...exclude],
  },
})

export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A state that is waited for comes late on a busy machine; a second, the default, was once not enough.
    expect: { poll: { timeout: 20_000 } },
    // Two cores: more workers only fight for them.
    maxWorkers: 2,
    // The notice that node:sqlite is new says nothing about us.
    execArgv: ['--disable-warning=ExperimentalWarning'],
    projects: [
      // One process reads the code once for all its files, which halves what they cost. So these tests replace no
      // module, and what a helper does before and after each test stands in a function that the test file calls.
      unit('shared', { isolate: false }),
      unit('server', { isolate: false, globalSetup: ['server/src/test/global.ts'] }),
      unit('agent', { isolate: false }),
      unit('console'),
      unit('tools'),
      unit('installer'),
      unit('tests', {
        globalSetup: ['server/src/test/global.ts'],
        exclude: ['tests/{fresh-clone,windows,packaged}/**'],
      }),
      // Builds executables of 90 MB and runs Windows: whoever waits for a counter beside it waits for the disk.
      {
        extends: true as const,
        test: { name: 'packaged', include: ['tests/{windows,packaged}/**/*.test.ts'], maxWorkers: 1 },
      },
      // Measures how long a start takes: tools/test.ts runs it alone, after everything else.
      unit('fresh-clone', { folder: 'tests/fresh-clone' }),
    ],
  },
})
