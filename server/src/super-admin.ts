import { eq, sql } from 'drizzle-orm'
import { newId } from './base/ids.ts'
import { operationLog } from './call/tables.ts'
import { type Database, openDatabase } from './database/open.ts'
import { randomPassword, setPassword } from './domains/auth/new-password.ts'
import { session, user } from './domains/auth/tables.ts'
import { readConfig } from './process/config.ts'
import { takeDataFolder } from './process/lock.ts'
import { hashPassword } from './secrets/secret.ts'

// The way back in for whoever runs the server: nobody in the console can help a super administrator who has forgotten
// his password, and nobody there makes a second one.

/** Why nothing was done, in words for whoever called the program. */
export class NotGiven extends Error {}

const written = (db: Database, now: Date, action: string, { id, userName }: { id: string; userName: string }) =>
  db.insert(operationLog).values({
    ...{ id: newId(now), at: now, userId: id, userName: '服务器管理员', call: 'role.initUserPassword', action },
    ...{ target: userName, record: {}, ok: true, ms: 0, client: 'super-admin.ts', requestId: newId(now) },
  })

/**
 * A super administrator's new initial password, which he must change at his next login; his sessions end and a lock or
 * a stop of his account with them. A name that nobody has becomes one. Throws NotGiven for somebody who is none.
 */
export const giveSuperAdmin = async (
  db: Database,
  userName: string,
  now: Date,
): Promise<{ made: boolean; password: string }> =>
  db.transaction(async (tx) => {
    const [known] = await tx
      .select()
      .from(user)
      .where(eq(sql`lower(${user.userName})`, userName.toLowerCase()))
      .for('update')
    if (known && !known.isSuperAdmin)
      throw new NotGiven(`${known.userName} 不是超级管理员，请超级管理员在「用户管理」初始化密码`)
    const password = randomPassword(userName)
    if (known) {
      await setPassword(tx, known, { password, chosen: false, now })
      await tx.update(user).set({ stopped: false }).where(eq(user.id, known.id))
      await tx.delete(session).where(eq(session.userId, known.id))
      await written(tx, now, '重置超级管理员密码', known)
      return { made: false, password }
    }
    const row = { id: newId(now), userName, name: userName, surName: userName, isAdminUser: true, isSuperAdmin: true }
    await tx.insert(user).values({ ...row, passwordHash: await hashPassword(password), mustChange: true })
    await written(tx, now, '新增超级管理员', row)
    return { made: true, password }
  })

const main = async (userName: string): Promise<void> => {
  const config = readConfig(process.env)
  const leave = config.databaseUrl ? () => {} : takeDataFolder(config.dataDir)
  try {
    const database = await openDatabase(config)
    try {
      const { made, password } = await giveSuperAdmin(database.db, userName, new Date())
      console.log(
        `${made ? '已新增超级管理员' : '已重置超级管理员'} ${userName}，初始密码（只显示这一次，登录后须修改）：${password}`,
      )
    } finally {
      await database.close()
    }
  } finally {
    await leave()
  }
}

if (process.argv[1] === import.meta.filename) {
  const userName = process.argv[2]?.trim() ?? ''
  const said = /^[^\s\p{Cf}]{2,60}$/u.test(userName)
    ? main(userName)
    : Promise.reject(new NotGiven('用法：node server/src/super-admin.ts <用户名>（2 到 60 个字，没有空格）'))
  said.catch((fault: Error) => {
    console.error(fault instanceof NotGiven ? fault.message : `没有完成：${fault.message}`)
    process.exitCode = 1
  })
}
