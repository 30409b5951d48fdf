import { randomUUID } from 'node:crypto'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { originPattern } from '@yibao/shared/agent/origin.ts'
import { agentPorts } from '@yibao/shared/agent/protocol.ts'
import { NotStarted } from './not-started.ts'

/** As the logger knows them. */
const logLevels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const

/** Settings of one server process; every one can be given by the environment (docs/OPERATIONS.md). */
export interface Config {
  port: number
  /** Address to listen on; a production server sets HOST. */
  host: string
  /** Balancers and TLS ends in front, as addresses or networks: what they say of a caller's address is believed. */
  trustedProxies: string[]
  dataDir: string
  /** base64, 32 bytes; absent = DATA_DIR/keys/data.key. */
  dataKey?: Buffer
  /** The former data key is gone for good: this process's own counts from now on. */
  dataKeyLost: boolean
  /** So are the server's own keys (server-keys.ts). */
  serverKeysLost: boolean
  /** The database is older than what nodes wrote into it, and cannot tell by itself (settlement/recover/life.ts). */
  databaseRestored: boolean
  /** PostgreSQL instead of the embedded database. */
  databaseUrl?: string
  /** ms a PostgreSQL may say nothing before its connections are broken and opened anew. */
  databaseWait: number
  /** '' = no area has a centre but its own. */
  centreUrl: string
  /** Folder of the built console; absent = not served. */
  consoleDir?: string
  /** Name of this node in 站点负载, the same over its starts; absent = host and port. */
  nodeName?: string
  /** What a watcher of GET /metrics has to show; absent = there is none. */
  metricsToken?: string
  /** Something starts this process again when it ends: it may be asked to restart. */
  supervised: boolean
  /** Names this process in leases (DESIGN 7); new at every start. */
  node: string
  /** ms the server waits for the centre's answer to 2102 and 2103. */
  settleWait: number
  /** ms an intent's lease lasts without renewal. */
  lease: number
  /** ms between two looks of the recovery job. */
  recoveryEvery: number
  /** NODE_ENV=production: the shops of a company work with it. */
  production: boolean
  /** true: an answer that does not fit its schema is an error, not a log line. */
  strictAnswers: boolean
  /** The custom data info flag of SPEC 9: passwords travel RSA-encrypted, else Base64. */
  customDataInfo: boolean
  /** Days until a password has to be changed at login; 0 = never. */
  passwordDays: number
  /** First run: fill in the demo companies and accounts, or only an administrator with this password. */
  demo: boolean
  adminPassword?: string
  /** One-time code by which the agent of the same machine enrols at its first start. */
  enrolCode?: string
  /** Origins of console pages that may talk to agents, and of ERP pages that may frame the console. */
  consoleOrigins: string[]
  /** Those of them that somebody named: pages of theirs may call this server where another one serves them. */
  namedOrigins: string[]
  erpOrigins: string[]
  /** Ports the agents of this installation listen on; undefined = the usual three. */
  agentPorts?: number[]
  logLevel: (typeof logLevels)[number]
}

const number = (value: string | undefined, otherwise: number) => (value ? Number(value) : otherwise)

const words = (value: string | undefined) => (value ?? '').split(/[\s,]+/).filter(Boolean)

/** Where the console is served on this machine: by the server, and by the agent on one of its three ports (DESIGN 4). */
const localOrigins = (port: number, agents: readonly number[] = agentPorts) =>
  [port, ...agents].flatMap((one) => [`http://127.0.0.1:${one}`, `http://localhost:${one}`])

const ports = (value: string | undefined) => (value ? words(value).map(Number) : undefined)

const isNetwork = (text: string): boolean => {
  const [address = '', bits] = text.split('/')
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  return most > 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most))
}

/** `https://ERP.example:443/` is meant as the origin that a browser names `https://erp.example`. */
const originOf = (text: string): string => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/` ? url.origin : text
}

const origins = (value: string | undefined): string[] => words(value).map(originOf)

const isOrigin = (text: string): boolean => originPattern.test(text) && URL.canParse(text)

/** Sources of frame-ancestors that are no origin: a scheme, any port, a name without its scheme, `*.` before one. */
const isFraming = (text: string): boolean =>
  !originPattern.test(text) && /^(https?:|(https?:\/\/)?(\*|(\*\.)?[\w.-]+)(:(\d{1,5}|\*))?)$/i.test(text)

const isPort = (value: number, least = 0) => Number.isInteger(value) && value >= least && value <= 65_535

/** Longer ones a timer does not know: it would run at once. */
const mostMs = 2_147_483_647
const isCount = (value: number) => Number.isInteger(value) && value >= 0 && value <= mostMs

/** The first setting that nothing could work with, in words; a number with a unit behind it would be a wait of 0 ms. */
const problemOf = (config: Config): string | undefined => {
  const { databaseUrl, centreUrl, logLevel, passwordDays, databaseWait, settleWait, lease, recoveryEvery } = config
  if (!isPort(config.port)) return 'PORT 须为 0 到 65535 的整数'
  if (config.agentPorts?.some((one) => !isPort(one, 1))) return 'AGENT_PORT 须为 1 到 65535 的整数'
  const times = { DATABASE_WAIT: databaseWait, SETTLE_WAIT: settleWait, LEASE: lease, RECOVERY_EVERY: recoveryEvery }
  const time = Object.entries(times).find(([, value]) => !isCount(value))
  if (time) return `${time[0]} 须为毫秒数，只写整数，不带单位`
  if (!isCount(passwordDays)) return 'PASSWORD_DAYS 须为天数，只写整数，不带单位；0 为不要求'
  // Never the text itself: it has the password.
  if (databaseUrl && !/^(postgres(ql)?:\/\/|socket:|\/)/.test(databaseUrl))
    return 'DATABASE_URL 应形如 postgres://用户:口令@主机:5432/数据库'
  if (centreUrl !== '' && !/^https?:$/.test(URL.canParse(centreUrl) ? new URL(centreUrl).protocol : ''))
    return 'CENTRE_URL 应形如 https://主机:端口（没有设置时用模拟器，CENTRE_PORT 须为端口号）'
  if (!logLevels.includes(logLevel)) return `LOG_LEVEL 只能是 ${logLevels.join('、')}`
  const pages = {
    CONSOLE_ORIGINS: config.consoleOrigins.find((text) => !isOrigin(text)),
    ERP_ORIGINS: config.erpOrigins.find((text) => !isOrigin(text) && !isFraming(text)),
  }
  for (const [name, wrong] of Object.entries(pages))
    if (wrong !== undefined) return `${name} 应为网页的来源，形如 https://主机:端口，后面没有路径，不能是 ${wrong}`
  return undefined
}

/** Throws NotStarted before anything is opened: what is wrong in the environment is said at once. */
export const checkConfig = (config: Config): void => {
  const { trustedProxies, metricsToken } = config
  const problem = problemOf(config)
  if (problem !== undefined) throw new NotStarted(problem)
  if (metricsToken !== undefined && !/^[\w.~+/=-]{32,}$/.test(metricsToken))
    throw new NotStarted('METRICS_TOKEN 须为至少 32 个字符，只能含字母、数字和 -._~+/=')
  const wrong = trustedProxies.find((text) => !isNetwork(text))
  if (wrong !== undefined) throw new NotStarted(`TRUSTED_PROXIES 只能是 IP 地址或网段，不能是 ${wrong}`)
}

/** What is started all the same and whoever starts it has to know: a line each, printed at each start. */
export const warningsOf = ({ production, databaseUrl, databaseRestored, dataDir, erpOrigins }: Config): string[] => {
  const framing = erpOrigins.filter(isFraming)
  return [
    ...(production && !databaseUrl
      ? [
          `没有设置 DATABASE_URL：数据写入内嵌数据库 ${join(dataDir, 'database')}，断电可能丢失已结算的记录。生产环境请改用 PostgreSQL`,
        ]
      : []),
    ...(databaseRestored
      ? [
          'DATABASE_RESTORED=1：数据库按刚恢复的备份处理，还没有结果的结算不再自动冲正，转由人工处理。只用于恢复后的这一次启动，请现在就从启动配置里去掉，否则每次启动都会这样',
        ]
      : []),
    ...(framing.length
      ? [
          `ERP_ORIGINS 里的 ${framing.join('、')} 只对云服务自己的页面有效，本机助手不认：ERP 要嵌入本机助手的页面，请把网页来源逐个写全，形如 https://主机:端口`,
        ]
      : []),
  ]
}

/** Reads the settings from an environment; relative folders are taken from the working directory. */
export const readConfig = (env: NodeJS.ProcessEnv): Config => ({
  port: number(env.PORT, 47600),
  host: env.HOST || '127.0.0.1',
  trustedProxies: words(env.TRUSTED_PROXIES),
  dataDir: resolve(env.DATA_DIR ?? 'data'),
  dataKey: env.DATA_KEY ? Buffer.from(env.DATA_KEY, 'base64') : undefined,
  dataKeyLost: env.DATA_KEY_LOST === '1',
  serverKeysLost: env.SERVER_KEYS_LOST === '1',
  databaseRestored: env.DATABASE_RESTORED === '1',
  databaseUrl: env.DATABASE_URL || undefined,
  databaseWait: number(env.DATABASE_WAIT, 15_000),
  centreUrl: env.CENTRE_URL ?? `http://127.0.0.1:${number(env.CENTRE_PORT, 47620)}`,
  consoleDir: env.CONSOLE_DIR ?? join(import.meta.dirname, '../../../console/dist'),
  nodeName: env.NODE_NAME || undefined,
  metricsToken: env.METRICS_TOKEN || undefined,
  supervised: env.SUPERVISED === '1',
  node: `${process.pid}-${randomUUID().slice(0, 8)}`,
  settleWait: number(env.SETTLE_WAIT, 280_000),
  lease: number(env.LEASE, 20_000),
  recoveryEvery: number(env.RECOVERY_EVERY, 1000),
  production: env.NODE_ENV === 'production',
  strictAnswers: env.NODE_ENV !== 'production',
  customDataInfo: env.CUSTOM_DATA_INFO !== '0',
  passwordDays: number(env.PASSWORD_DAYS, 0),
  demo: env.SEED ? env.SEED === 'demo' : env.NODE_ENV !== 'production',
  adminPassword: env.ADMIN_PASSWORD || undefined,
  enrolCode: env.ENROL_CODE || undefined,
  consoleOrigins: env.CONSOLE_ORIGINS
    ? origins(env.CONSOLE_ORIGINS)
    : localOrigins(number(env.PORT, 47600), ports(env.AGENT_PORT)),
  namedOrigins: origins(env.CONSOLE_ORIGINS),
  erpOrigins: origins(env.ERP_ORIGINS),
  agentPorts: ports(env.AGENT_PORT),
  logLevel: (env.LOG_LEVEL as Config['logLevel']) || 'warn',
})
