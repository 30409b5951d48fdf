import { and, eq } from 'drizzle-orm'
import { sha256hex } from './base/hash.ts'
import type { Deps } from './call/context.ts'
import type { Database } from './database/open.ts'
import { dataKey } from './domains/system/tables.ts'
import { NotStarted } from './process/not-started.ts'

// Each node has its keys in a folder of its own, and a balancer sends the next request of a browser elsewhere: a password
// encrypted for one node is unreadable at another, and an agent that knows one node's key refuses what another signs.
// Nobody would see why, every second time.

/** A key as the database knows it: by its public half, so that a mark tells nothing. */
interface OwnKey {
  id: 'ticket' | 'password'
  mark: string
  /** What else may stand in the database: a key that lies beside this one while they change places. */
  beside: readonly string[]
  suffers: string
}

const wrong = ({ id, suffers }: OwnKey) =>
  new NotStarted(
    `DATA_DIR/keys/${id}.pem 和这个数据库的其他节点用的不同，${suffers}。请把其他节点 DATA_DIR/keys 里的文件全部复制到本节点，再启动；确实已经没有节点保存着原来的密钥时，用 SERVER_KEYS_LOST=1 启动一次，以本节点的为准`,
  )

const ownKeys = async ({ services }: Pick<Deps, 'services'>): Promise<OwnKey[]> => {
  const { tickets, passwords } = services
  const kids = tickets.keys.map(({ kid }) => kid)
  const ticket: OwnKey = { id: 'ticket', mark: tickets.kid, beside: kids, suffers: '各门店的助手会拒绝它签发的票据' }
  if (!passwords.encrypted) return [ticket]
  const mark = sha256hex(await passwords.publicKey()).slice(0, 16)
  return [ticket, { id: 'password', mark, beside: [], suffers: '用户登录时密码会时好时坏' }]
}

const agree = async (db: Database, key: OwnKey, now: Date): Promise<void> => {
  const row = { id: key.id, mark: key.mark, at: now }
  await db.insert(dataKey).values(row).onConflictDoNothing()
  const [known] = await db.select().from(dataKey).where(eq(dataKey.id, key.id))
  if (known?.mark === key.mark) return
  if (!known || !key.beside.includes(known.mark)) throw wrong(key)
  await db
    .update(dataKey)
    .set(row)
    .where(and(eq(dataKey.id, key.id), eq(dataKey.mark, known.mark)))
}

/**
 * Throws NotStarted unless the keys of this node (DATA_DIR/keys: ticket.pem, password.pem) are the ones that the database
 * knows by their marks; the first start leaves the marks. A ticket key that changed places with the one beside it counts
 * from then on. `lost`: the former keys are gone for good, this node's own count from now on.
 */
export const requireServerKeys = async (
  deps: Pick<Deps, 'db' | 'services' | 'clock'>,
  { lost }: { lost: boolean },
): Promise<void> => {
  const keys = await ownKeys(deps)
  // All of one node or none: two that start together must not each leave a mark that keeps the other out.
  await deps.db.transaction(async (tx) => {
    for (const key of keys) {
      const row = { id: key.id, mark: key.mark, at: deps.clock() }
      if (!lost) await agree(tx, key, row.at)
      else await tx.insert(dataKey).values(row).onConflictDoUpdate({ target: dataKey.id, set: row })
    }
  })
}

const other =
  '本节点给助手的设置（CONSOLE_ORIGINS、ERP_ORIGINS、DATA_DIR/keys 里的 ticket*.pem）和上一个启动的节点不同。正在修改时请尽快让所有节点一致；一直不一致，各门店的助手会反复断开，页面时好时坏'

/**
 * What whoever starts this node has to know where it tells agents other things than the node that was started last: each
 * answer of another node is a new policy then, and every new policy ends the sessions at the counters.
 */
export const policyWarning = async ({
  db,
  config,
  services,
  clock,
}: Pick<Deps, 'db' | 'config' | 'services' | 'clock'>): Promise<string | undefined> => {
  const { consoleOrigins, erpOrigins } = config
  const parts = [consoleOrigins, erpOrigins, services.tickets.keys.map(({ kid }) => kid)]
  const mark = sha256hex(JSON.stringify(parts.map((part) => part.toSorted()))).slice(0, 16)
  const [former] = await db.select().from(dataKey).where(eq(dataKey.id, 'policy'))
  const row = { id: 'policy', mark, at: clock() }
  await db.insert(dataKey).values(row).onConflictDoUpdate({ target: dataKey.id, set: row })
  return former && former.mark !== mark ? other : undefined
}
