import type { InputOf } from '@yibao/shared/call.ts'
import type { approval as calls } from '@yibao/shared/calls/approval.ts'
import { formatDay } from '@yibao/shared/time.ts'
import { inArray } from 'drizzle-orm'
import { newId } from '../../base/ids.ts'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { permit } from '../../call/perform.ts'
import type { Database } from '../../database/open.ts'
import { settingsOf } from '../organisation/settings.ts'
import { store } from '../organisation/tables.ts'
import { record } from './event.ts'
import { kinds } from './kinds/all.ts'
import type { About } from './kinds/kind.ts'
import { askJudges, noNotices, sendNotices } from './notices.ts'
import { judgesOf } from './persons.ts'
import { type ApprovalKind, approvalRequest } from './tables.ts'

const hour = 3_600_000

interface Wanted {
  kind: ApprovalKind
  input: Record<string, unknown>
}

/** The calls that are asked for: a batch of differences is as many. */
const wantedOf = ({ reversal, undo, differences, clearing }: InputOf<typeof calls.submit>): Wanted[] => {
  const wrong = (text: string) => refuse('input.invalid', { text })
  if ([reversal, undo, differences, clearing].filter(Boolean).length !== 1) return wrong('一次提交一种操作')
  if (reversal) return [{ kind: 'reversal', input: reversal }]
  if (undo) return [{ kind: 'undo', input: undo }]
  if (clearing) return [{ kind: 'clearing', input: clearing }]
  const { diffIds, action } = differences!
  if (!diffIds.length) return wrong('没有选中差异')
  return [...new Set(diffIds)].map((diffId) => ({ kind: 'difference', input: { diffId, action } }))
}

const numberOf = (id: string, now: Date) =>
  `SP${formatDay(now).replaceAll('-', '').slice(2)}${id.slice(-8).toUpperCase()}`

const keep = async (c: Context, tx: Database, wanted: Wanted, about: About) => {
  const { approvalHours } = await settingsOf(tx, about.areaCode)
  const now = c.deps.clock()
  const id = newId(now)
  const { me } = c
  const [row] = await tx
    .insert(approvalRequest)
    .values({
      ...about,
      ...{ id, no: numberOf(id, now), kind: wanted.kind },
      input: c.services.vault.seal(JSON.stringify(wanted.input)),
      ...{ applicantId: me.userId, applicantName: me.name, applicantArea: me.areaCode ?? null },
      submittedAt: now,
      expiresAt: new Date(now.getTime() + approvalHours * hour),
    })
    .onConflictDoNothing()
    .returning()
  if (!row) return refuse('approval.waiting', { title: about.title })
  await record(tx, id, { at: now, move: '提交审批', text: about.reason, by: me.name })
  return row
}

/** Approval/Submit: all of what was asked is kept, or nothing. */
export const submit = async (
  c: Context,
  input: InputOf<typeof calls.submit>,
): Promise<{ count: number; no: string }> => {
  const wanted = wantedOf(input)
  const asked: { one: Wanted; about: About }[] = []
  for (const one of wanted) {
    const { call, about } = kinds[one.kind]
    permit(call, c.me)
    asked.push({ one, about: await about(c, one.input as never) })
  }
  // In one order: two batches with the same differences do not wait for each other.
  asked.sort((a, b) => (a.about.target < b.about.target ? -1 : 1))
  const storeIds = asked.map(({ about }) => about.storeId)
  const shops = await c.db.select({ id: store.id, name: store.name }).from(store).where(inArray(store.id, storeIds))
  const nameOf = (storeId: string) => shops.find(({ id }) => id === storeId)?.name ?? ''
  const notices = noNotices()
  const rows = await c.db.transaction(async (db) => {
    const kept = []
    let judges: { of: string; users: string[] } | undefined
    for (const { one, about } of asked) {
      const row = await keep(c, db, one, about)
      // A batch is of one kind, mostly of one store.
      if (judges?.of !== row.storeId) judges = { of: row.storeId, users: (await judgesOf(db, row)).map(({ id }) => id) }
      if (!judges.users.length) return refuse('approval.nobody', { title: about.title })
      await askJudges(c.deps, db, { row, users: judges.users, storeName: nameOf(row.storeId) }, notices)
      kept.push(row)
    }
    return kept
  })
  sendNotices(c.deps, notices)
  for (const { no, title, storeId } of rows) c.on(`${no} ${title}`, storeId)
  return { count: rows.length, no: rows[0]!.no }
}
