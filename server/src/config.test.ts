import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

test('defaults are those of one laptop: loopback, demo data, encrypted passwords, local consoles', () => {
  const config = readConfig({})
  expect(config).toMatchObject({
    port: 47600,
    host: '127.0.0.1',
    demo: true,
    customDataInfo: true,
    strictAnswers: true,
  })
  expect(config.consoleOrigins).toContain('http://127.0.0.1:47600')
  expect(config.consoleOrigins).toContain('http://localhost:47612')
})

test('production has no demo accounts and forgives a misfit answer', () => {
  expect(readConfig({ NODE_ENV: 'production' })).toMatchObject({ demo: false, strictAnswers: false })
  expect(readConfig({ NODE_ENV: 'production', SEED: 'demo' }).demo).toBe(true)
})

test('ports and origins follow the environment', () => {
  const config = readConfig({ PORT: '1', AGENT_PORT: '2', CENTRE_PORT: '3', ERP_ORIGINS: 'http://a, http://b' })
  expect(config.consoleOrigins).toEqual([
    'http://127.0.0.1:1',
    'http://localhost:1',
    'http://127.0.0.1:2',
    'http://localhost:2',
  ])
  expect([config.centreUrl, config.erpOrigins]).toEqual(['http://127.0.0.1:3', ['http://a', 'http://b']])
  expect(readConfig({ CONSOLE_ORIGINS: 'https://yibao.example' }).consoleOrigins).toEqual(['https://yibao.example'])
})
