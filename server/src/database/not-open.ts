/** How an operator makes a database that this server can use (docs/OPERATIONS.md). */
export const howToCreate = 'createdb -T template0 -E UTF8 --locale=C.UTF-8 -O 用户 数据库'

/** What PostgreSQL, or the system, says to whoever sets a new server up, in words that say what to do. */
const words: Record<string, string> = {
  '3D000': `DATABASE_URL 指向的数据库不存在，请先建库：${howToCreate}`,
  '28P01': 'DATABASE_URL 里的用户名或口令不对',
  '28000': 'DATABASE_URL 里的用户不能登录这个数据库，请核对用户名和 PostgreSQL 的 pg_hba.conf',
  '42501': 'DATABASE_URL 里的用户没有在这个数据库里建表的权限，请让它成为数据库的所有者',
  '53300': 'PostgreSQL 的连接数已满，请调大 max_connections（每个节点最多 28 个连接）',
  ENOTFOUND: '找不到 DATABASE_URL 里的主机，请核对主机名',
}

/** Why a database cannot be used, for the person who starts the server; undefined for any other fault. */
export const notOpenWords = (fault: unknown): string | undefined => {
  for (let cause = fault; cause instanceof Error; cause = cause.cause) {
    const { code = '' } = cause as NodeJS.ErrnoException
    if (Object.hasOwn(words, code)) return words[code]
  }
  return undefined
}
