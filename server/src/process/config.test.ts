import { expect, test } from 'vitest'
import { checkConfig, readConfig, warningsOf } from './config.ts'
import { NotStarted } from './not-started.ts'

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

test('production over the embedded database is told where its data are and what to set; nobody else is', () => {
  const production = { NODE_ENV: 'production', DATA_DIR: '/srv/yibao' }
  const [warning] = warningsOf(readConfig(production))
  expect(warning).toMatch(/DATABASE_URL.*\/srv\/yibao\/database.*PostgreSQL/)
  expect(warningsOf(readConfig({ ...production, DATABASE_URL: 'postgres://db/yibao' }))).toEqual([])
  expect(warningsOf(readConfig({}))).toEqual([])
})

test('a start that takes the database for a restored one says so: left in the configuration it does at each start', () => {
  expect(warningsOf(readConfig({ DATABASE_RESTORED: '1' }))).toEqual([
    expect.stringMatching(/DATABASE_RESTORED=1.*人工处理.*去掉/),
  ])
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
  // Nobody's page calls this server from elsewhere unless somebody said so: not even this machine's.
  expect([config, readConfig({ CONSOLE_ORIGINS: 'https://yibao.example/' })].map((one) => one.namedOrigins)).toEqual([
    [],
    ['https://yibao.example'],
  ])
})

test('balancers in front are addresses or networks', () => {
  const check = (text: string) => () => checkConfig(readConfig({ TRUSTED_PROXIES: text }))
  for (const right of ['', '127.0.0.1', '10.0.0.0/8, 192.168.1.1', 'fd00::/8 ::1', '0.0.0.0/0'])
    expect(check(right), right).not.toThrow()
  for (const wrong of ['balancer', '10.0.0.0/33', '10.0.0.0/', '10.0.0/8', '10.0.0.1:80', 'fd00::/129', '/8'])
    expect(check(wrong), wrong).toThrow(`TRUSTED_PROXIES 只能是 IP 地址或网段，不能是 ${wrong}`)
})

test('the token of a watcher is long, and fits a header', () => {
  const check = (text: string) => () => checkConfig(readConfig({ METRICS_TOKEN: text }))
  for (const right of ['', 'a'.repeat(32), 'QkFTRTY0/of+thirty_two~bytes.or-more=='])
    expect(check(right), right).not.toThrow()
  for (const wrong of ['short', 'a'.repeat(31), `${'a'.repeat(32)} b`, '口令'.repeat(20)])
    expect(check(wrong), wrong).toThrow('METRICS_TOKEN')
})

test('an origin with a stroke behind it is the origin; anything longer is none', () => {
  const env = { ERP_ORIGINS: 'https://erp.example/', CONSOLE_ORIGINS: 'https://yibao.example/ http://127.0.0.1:47600' }
  const config = readConfig(env)
  expect(config.erpOrigins).toEqual(['https://erp.example'])
  expect(config.consoleOrigins).toEqual(['https://yibao.example', 'http://127.0.0.1:47600'])
  expect(() => checkConfig(config)).not.toThrow()
})

test('an origin is the one a browser names, however it was written', () => {
  const ERP_ORIGINS = 'https://erp.example:443 http://ERP.example:80/ https://医保.example:8443'
  const config = readConfig({ ERP_ORIGINS, CONSOLE_ORIGINS: ERP_ORIGINS })
  const named = ['https://erp.example', 'http://erp.example', 'https://xn--ruqw5f.example:8443']
  expect([config.erpOrigins, config.consoleOrigins]).toEqual([named, named])
  expect(() => checkConfig(config)).not.toThrow()
  expect(warningsOf(config)).toEqual([])
})

test.each(['https://*.erp.example', 'https://erp.example:*', 'http://erp_server:8080', 'erp.example', 'https:', '*'])(
  'what frames the server’s pages goes on framing them, and who starts it reads that agents take no %s',
  (source) => {
    const config = readConfig({ ERP_ORIGINS: `https://till.example ${source}` })
    expect(() => checkConfig(config)).not.toThrow()
    expect(warningsOf(config)).toEqual([expect.stringContaining(`ERP_ORIGINS 里的 ${source} `)])
    // No agent would take the policy, so that no counter would get one.
    expect(() => checkConfig(readConfig({ CONSOLE_ORIGINS: source }))).toThrow('CONSOLE_ORIGINS')
  },
)

test.each<[string, string]>([
  ['CENTRE_URL', ''],
  ['CENTRE_URL', 'http://10.1.2.3:20001/hsa'],
  ['DATABASE_URL', 'socket:/run/postgresql?db=yibao'],
  ['DATABASE_URL', '/run/postgresql yibao'],
  ...['fatal', 'debug', 'trace', ''].map((level): [string, string] => ['LOG_LEVEL', level]),
])('%s=%s started before and does so now', (name, value) => {
  expect(() => checkConfig(readConfig({ [name]: value }))).not.toThrow()
})

test('an empty address of the centre is no simulator', () => {
  expect(readConfig({ CENTRE_URL: '' }).centreUrl).toBe('')
})

test.each([
  ...[
    ['PORT', 'abc'],
    ['PORT', '70000'],
    ['AGENT_PORT', '47610,x'],
  ],
  ...[
    // "5m" would be no wait at all: every settlement's result unknown as soon as it is sent.
    ['SETTLE_WAIT', '5m'],
    ['SETTLE_WAIT', '1e12'],
    ['LEASE', '20s'],
    ['RECOVERY_EVERY', '-1'],
    ['DATABASE_WAIT', '0.5'],
    ['PASSWORD_DAYS', '90天'],
  ],
  ...[
    ['DATABASE_URL', '127.0.0.1:5432/yibao'],
    ['CENTRE_URL', '10.1.2.3:20001'],
    ['CENTRE_PORT', 'x'],
    ['LOG_LEVEL', 'loud'],
    ['ERP_ORIGINS', 'https://erp.example/till'],
    ['ERP_ORIGINS', 'http://[::1]:8080'],
    ['ERP_ORIGINS', 'ftp://erp.example'],
    ['ERP_ORIGINS', 'https://erp.example:99999'],
    ['CONSOLE_ORIGINS', 'yibao.example'],
    ['CONSOLE_ORIGINS', 'http://[::1]:8080'],
    ['CONSOLE_ORIGINS', 'ftp://yibao.example'],
  ],
])('%s=%s starts nothing and says what is wanted', (name, value) => {
  const check = () => checkConfig(readConfig({ [name]: value }))
  expect(check).toThrow(NotStarted)
  expect(check).toThrow(new RegExp(`${name}.*(须为|应形如|只能是|应为)`))
})

test('an address of the database that is wrong is not printed: it has the password', () => {
  expect(() => checkConfig(readConfig({ DATABASE_URL: 'mysql://u:geheim@db/x' }))).toThrow(/^(?!.*geheim)/)
})

test('every default can be worked with', () => {
  expect(() => checkConfig(readConfig({}))).not.toThrow()
  expect(() => checkConfig(readConfig({ PORT: '0', DATABASE_URL: 'postgresql:///yibao?host=/run' }))).not.toThrow()
})
