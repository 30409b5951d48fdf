// Without the right to see more (pg_monitor) an account sees that there are standbys and not how they are kept.
const question = `select count(*)::int as standbys,
  coalesce(bool_and(coalesce(sync_state, case when current_setting('synchronous_standby_names') = '' then 'async' end)
    = 'async'), false) as behind
  from pg_stat_replication`

interface Standbys {
  standbys: number
  /** None of them is waited for. */
  behind: boolean
}

/**
 * What whoever starts the server has to know of its standbys (OPERATIONS.md: kept in step): one that is not waited for has
 * not heard the last settlements when it takes over. undefined where there are none, or one is waited for.
 */
export const checkStandbys = async (
  query: (sql: string) => Promise<{ rows: Standbys[] }>,
): Promise<string | undefined> => {
  const [of] = (await query(question)).rows
  if (!of?.standbys || !of.behind) return undefined
  return `PostgreSQL 有 ${of.standbys} 个备库，都不是同步的（synchronous_standby_names）：主库损坏后由备库接替时，最后几笔结算的记录会丢失，可能向医保中心重复结算。请至少让一个备库同步`
}
