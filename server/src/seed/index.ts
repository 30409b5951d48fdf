import { passwordFault } from '@yibao/shared/password.ts'
import { sha256hex } from '../base/hash.ts'
import { lockWork, waitForLocks } from '../database/locks.ts'
import type { Database } from '../database/open.ts'
import { dataRole, menuRole, user, userDataRole, userMenuRole } from '../domains/auth/tables.ts'
import { area, client, company, store } from '../domains/organisation/tables.ts'
import { doctor } from '../domains/staff/tables.ts'
import { NotStarted } from '../process/not-started.ts'
import { auditRules, seedCoverage } from './audit-rules.ts'
import { seedCatalogue } from './catalogue.ts'
import { dictionaries } from './dictionaries.ts'
import { hints } from './hints.ts'
import { areas, clients, companies, stores, verifyCode } from './organisation.ts'
import { firstAdmin, peopleRows, pharmacistRows } from './people.ts'
import { seedPlugins } from './plugins.ts'
import { seedReports } from './reports.ts'
import { dataRoles, menuRoles } from './roles.ts'
import { bring, type Shipped } from './shipped.ts'

/** One part of the first fill; `db` is the seed's transaction. */
interface Seed {
  name: string
  /** Invented companies and accounts with a known password: never in production. */
  demo?: true
  run: (db: Database) => Promise<void>
}

const organisation: Seed = {
  name: 'organisation',
  demo: true,
  run: async (db) => {
    const verifyHash = sha256hex(verifyCode)
    await db.insert(area).values(areas)
    await db.insert(company).values(companies.map((one) => ({ ...one, verifyHash, createdAt: new Date() })))
    await db.insert(store).values(stores)
    await db.insert(client).values(clients)
  },
}

const people: Seed = {
  name: 'people',
  demo: true,
  run: async (db) => {
    const { users, menuLinks, dataLinks } = await peopleRows()
    await db.insert(dataRole).values(Object.values(dataRoles))
    await db.insert(user).values(users)
    await db.insert(userMenuRole).values(menuLinks)
    await db.insert(userDataRole).values(dataLinks)
    await db.insert(doctor).values(pharmacistRows)
  },
}

const roles: Seed = {
  name: 'menu roles',
  run: async (db) => {
    await db.insert(menuRole).values(menuRoles)
  },
}

const catalogue: Seed = { name: 'catalogue', demo: true, run: seedCatalogue }

const plugins: Seed = { name: 'plugins', demo: true, run: seedPlugins }
const reports: Seed = { name: 'reports', demo: true, run: seedReports }

const coverage: Seed = { name: 'what diseases cover', demo: true, run: seedCoverage }

/** What a new database starts with, in this order. A domain with data of its own adds its seed here. */
const seeds: readonly Seed[] = [roles, organisation, people, coverage, catalogue, plugins, reports]

/** What every database has as this build ships it, a new one before its seeds. */
const shipped: readonly Shipped[] = [dictionaries, hints, auditRules]

interface SeedOptions {
  /** false in production: no demo companies, no demo accounts. */
  demo: boolean
  /** Password of the account `admin` of a production database. */
  adminPassword?: string
}

/**
 * The first account of a production database, also where its first start was given no password. Throws NotStarted for one
 * that nobody could choose for himself: this account may everything, and nothing asks it to change its password.
 */
const openFirst = async (tx: Database, { demo, adminPassword }: SeedOptions): Promise<void> => {
  if (demo || !adminPassword) return
  const [anybody] = await tx.select({ id: user.id }).from(user).limit(1)
  if (anybody) return
  const fault = passwordFault(adminPassword, 'admin')
  if (fault) throw new NotStarted(`ADMIN_PASSWORD 不能用作 admin 的密码：${fault}`)
  await tx.insert(user).values(await firstAdmin(adminPassword))
}

/**
 * Fills a new database, once, and brings every one to what this build ships, in one transaction; true when it filled it.
 * Safe with several nodes starting together.
 */
export const seed = (db: Database, options: SeedOptions = { demo: true }): Promise<boolean> =>
  db.transaction(async (tx) => {
    await waitForLocks(tx)
    await lockWork(tx, 'seed')
    const known = await tx.select({ id: menuRole.id }).from(menuRole).limit(1)
    for (const part of shipped) await bring(tx, part)
    if (!known.length) for (const one of seeds) if (options.demo || !one.demo) await one.run(tx)
    await openFirst(tx, options)
    return !known.length
  })

/** Whether nobody has an account: a production database whose starts were given no ADMIN_PASSWORD. */
export const hasNobody = async (db: Database): Promise<boolean> =>
  (await db.select({ id: user.id }).from(user).limit(1)).length === 0
