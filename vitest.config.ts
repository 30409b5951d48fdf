import { defineConfig } from 'vitest/config'

const unit = (name: string) => ({
  extends: true as const,
  test: { name, include: [`${name}/**/*.test.{ts,tsx}`], exclude: ['**/node_modules/**', '**/dist/**'] },
})

export default defineConfig({
  test: {
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // Two cores: more workers only fight for them.
    maxWorkers: 2,
    projects: [unit('shared'), unit('server'), unit('agent'), unit('console'), unit('tools'), unit('tests')],
  },
})
