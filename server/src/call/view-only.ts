import { type Call, isRead } from '@yibao/shared/call.ts'
import { callWords } from '@yibao/shared/viewing.ts'
import { refuse } from '../base/refuse.ts'
import type { Database } from '../database/open.ts'
import type { Services } from '../process/services.ts'
import type { Deps } from './context.ts'
import type { SessionUser } from './session-user.ts'

/** A part that a read has no use for: touched all the same, it refuses. */
const closed = <Part extends object>(what: string): Part =>
  new Proxy({} as Part, { get: () => refuse('session.viewing', { what }) })

/** The same object with some of its properties in another way. */
const but = <T extends object>(whole: T, other: (name: string | symbol) => { value: unknown } | undefined): T =>
  new Proxy(whole, {
    get: (target, name) => {
      const instead = other(name)
      if (instead) return instead.value
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })

const writes = new Set<string | symbol>(['insert', 'update', 'delete', 'refreshMaterializedView'])

const readingDatabase = (db: Database): Database =>
  but(db, (name) => {
    if (writes.has(name)) return { value: () => refuse('session.viewing', { what: '修改数据' }) }
    if (name !== 'transaction') return undefined
    const transaction: Database['transaction'] = (work, config) =>
      db.transaction((tx) => work(readingDatabase(tx) as typeof tx), config)
    return { value: transaction }
  })

// What an area's centre is like is on many pages; nothing is said to it.
const mute = (centre: Services['centre']): Services['centre'] =>
  but(centre, (name) => {
    if (name === 'plugins') return undefined
    if (name !== 'of') return { value: () => refuse('session.viewing', { what: '连接医保中心' }) }
    const of: Services['centre']['of'] = (areaCode) => {
      const client = centre.of(areaCode)
      const silent = { value: () => refuse('session.viewing', { what: '连接医保中心' }) }
      return but(client, (part) => (part === 'profile' ? undefined : silent))
    }
    return { value: of }
  })

const known = new WeakMap<Deps, Deps>()

/** The same parts of the server as a read needs them: nothing is written, told to a centre, ordered or begun. */
const readingDeps = (deps: Deps): Deps => {
  const { services } = deps
  const reading: Deps = known.get(deps) ?? {
    ...deps,
    db: readingDatabase(deps.db),
    services: {
      ...services,
      centre: mute(services.centre),
      passwords: closed('输入密码'),
      tickets: closed('使用本机助手'),
      lines: closed('操作门店电脑'),
      works: closed('开始后台任务'),
    },
  }
  known.set(deps, reading)
  return reading
}

/**
 * Refuses a call that is more than a look to who views as somebody else. What is no read by its declaration is refused,
 * so a call that says nothing is, too.
 */
export const lookOnly = (call: Call, { viewedBy }: Pick<SessionUser, 'viewedBy'>): void => {
  if (viewedBy && !call.viewing && !isRead(call)) refuse('session.viewing', { what: callWords(call.title) })
}

/**
 * What a call is performed with: for who views as somebody else, parts that refuse whatever a call that declares a read
 * does besides reading.
 */
export const partsFor = (deps: Deps, call: Call, user: SessionUser | undefined): Deps =>
  user?.viewedBy && !call.viewing ? readingDeps(deps) : deps

/** Nobody stands at the counter of a view. */
export const noCounter = {
  device: async () => refuse('session.viewing', { what: '使用本机设备' }),
  decision: async () => refuse('session.viewing', { what: '确认操作' }),
}
