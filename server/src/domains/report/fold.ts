import { getTableColumns, sql } from 'drizzle-orm'
import type { Deps } from '../../call/context.ts'
import { tryWork } from '../../database/locks.ts'
import { fundChange, fundDay } from '../order/fund-tables.ts'
import { sumNames } from './fund-sums.ts'

const days = getTableColumns(fundDay)
const changes = getTableColumns(fundChange)
const identifiers = (names: readonly string[]) =>
  sql.join(
    names.map((name) => sql.identifier(name)),
    sql`, `,
  )
const keyNames = [
  ...[days.day, days.storeId, days.areaCode, days.insutype, days.medicalType, days.outFlag],
  ...[days.clrOptins, days.clrType],
].map((c) => c.name)
const sumColumns = sumNames.map((name) => changes[name].name)

const added = sql.join(
  sumColumns.map(
    (name) => sql`${sql.identifier(name)} = fund_day.${sql.identifier(name)} + excluded.${sql.identifier(name)}`,
  ),
  sql`, `,
)
const summed = sql.join(
  sumColumns.map((name) => sql`sum(${sql.identifier(name)})`),
  sql`, `,
)

/**
 * Folds the changes of the money into fund_day, in one statement: a report sees each of them in one of the two. Two
 * changes that cancel out leave a row of zeros, which no report shows.
 */
export const foldFunds = async ({ db }: Pick<Deps, 'db'>): Promise<void> => {
  await db.transaction(async (tx) => {
    if (!(await tryWork(tx, 'foldFunds'))) return
    await tx.execute(sql`
      with moved as (delete from ${fundChange} returning *)
      insert into ${fundDay} (${identifiers([...keyNames, ...sumColumns])})
      select ${identifiers(keyNames)}, ${summed} from moved group by ${identifiers(keyNames)}
      on conflict (${identifiers(keyNames)}) do update set ${added}`)
  })
}
