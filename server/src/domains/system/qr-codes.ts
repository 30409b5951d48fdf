import type { qrCode as calls } from '@yibao/shared/calls/qr-code.ts'
import { formatTime, parseTime } from '@yibao/shared/time.ts'
import { and, count, desc, eq, sql } from 'drizzle-orm'
import { newId } from '../../base/ids.ts'
import { refuse } from '../../base/refuse.ts'
import type { Handlers } from '../../call/mount.ts'
import { store } from '../organisation/tables.ts'
import { qrCode } from './tables.ts'

/** QR codes of a store: what its customers scan, looked up by code or listed (domain.md 8.6). */
export const qrCodeHandlers: Handlers<typeof calls> = {
  save: async ({ kind, content, validUntil }, { db, now, storeId }) => {
    const code = newId(now)
    const until = validUntil ? parseTime(validUntil) : null
    await db.insert(qrCode).values({ code, storeId, kind, content, validUntil: until, savedAt: now })
    return { code }
  },
  remove: async ({ code }, c) => {
    const [gone] = await c.db
      .delete(qrCode)
      .where(and(c.scope.where(qrCode.storeId), eq(qrCode.code, code)))
      .returning()
    if (!gone) return refuse('not.found', { what: '二维码' })
    c.on(gone.content, gone.storeId)
    c.keep({ before: { kind: gone.kind, content: gone.content } })
    return null
  },
  query: async ({ code, kind, storeId, page = 1, pageSize = 10 }, { db, scope, me }) => {
    const where = and(
      scope.where(qrCode.storeId, storeId),
      code ? eq(qrCode.code, code) : undefined,
      kind ? eq(qrCode.kind, kind) : undefined,
    )
    // A guest came by its code: that is a scan. Whoever narrows the list by it has scanned nothing.
    if (code && me.guest)
      await db
        .update(qrCode)
        .set({ scans: sql`${qrCode.scans} + 1` })
        .where(where)
    const [all] = await db.select({ n: count() }).from(qrCode).where(where)
    const rows = await db
      .select({ qr: qrCode, storeName: store.name })
      .from(qrCode)
      .innerJoin(store, eq(store.id, qrCode.storeId))
      .where(where)
      .orderBy(desc(qrCode.savedAt), desc(qrCode.code))
      .limit(pageSize)
      .offset((page - 1) * pageSize)
    const items = rows.map(({ qr, storeName }) => ({
      code: qr.code,
      storeName,
      kind: qr.kind,
      content: qr.content,
      validUntil: qr.validUntil ? formatTime(qr.validUntil) : undefined,
      scans: qr.scans,
      savedAt: formatTime(qr.savedAt),
    }))
    return { items, total: all?.n ?? 0, totalIsBound: false }
  },
}
