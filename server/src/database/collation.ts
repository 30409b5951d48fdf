import { NotStarted } from '../process/not-started.ts'
import { howToCreate } from './not-open.ts'

// Nothing of ours is ordered by the language of a database: what is compared by its beginning or shown by pinyin names
// its own order, and the suites run on a Chinese system's. But an index of texts lies in the order that the system's
// library had when it was made. After another one (a new system, a standby or copied files on another machine) it does
// not find what it holds, the one that keeps a settlement from being booked twice as little as any other.

// ICU's name stands in another column of PostgreSQL 17 than before; datcollate is the system's all the same.
const question = `select current_database() as name, datlocprovider as provider,
  case datlocprovider when 'i' then 'ICU ' || coalesce(to_jsonb(d)->>'datlocale', to_jsonb(d)->>'daticulocale', '')
    else datcollate end as locale,
  datcollversion as kept, pg_database_collation_actual_version(oid) as actual
  from pg_database d where datname = current_database()`

interface Collation {
  name: string
  locale: string
  /** c = the system's library, i = ICU, b = PostgreSQL's own */
  provider: string
  /** Of the library: when the indexes were made, and now; null = it has none, its order never changes. */
  kept: string | null
  actual: string | null
}

const changed = ({ name, locale, provider, kept, actual }: Collation) =>
  new NotStarted(
    `数据库 ${name} 的排序规则 ${locale} 来自${provider === 'i' ? ' ICU 语言库' : '操作系统'}，版本已从 ${kept ?? '未知'} 变为 ${actual ?? '未知'}（系统升级过，或数据文件换了机器），原有的索引可能查不到已有的记录。请停止所有节点，以数据库所有者执行 reindex database "${name}"，再执行 alter database "${name}" refresh collation version，然后启动；要不再依赖操作系统，请导出后恢复到新的库：${howToCreate}`,
  )

const isPlain = ({ provider, locale }: Collation) =>
  provider === 'b' || (provider === 'c' && /^(C|POSIX|C\..*)$/i.test(locale))

/**
 * What whoever starts the server has to know of the order that a PostgreSQL sorts by; undefined in C and C.UTF-8. Throws
 * NotStarted where its indexes lie in another order than the system's of now.
 */
export const checkCollation = async (
  query: (sql: string) => Promise<{ rows: Collation[] }>,
): Promise<string | undefined> => {
  const [of] = (await query(question)).rows
  if (!of || isPlain(of)) return undefined
  if (of.kept !== of.actual) throw changed(of)
  return `数据库 ${of.name} 的排序规则是 ${of.locale}，不是 C.UTF-8：索引依赖操作系统的语言库，系统升级或换机器后必须重建索引才能启动。新装时请用 ${howToCreate}`
}
