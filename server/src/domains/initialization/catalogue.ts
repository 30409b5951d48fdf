import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { Refusal } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { oldAfterMs } from '../catalogue/age.ts'
import { versionsOf } from '../catalogue/detail.ts'
import { catalogueSource } from '../catalogue/entry-tables.ts'
import { type AnyKind, titleOfKind } from '../catalogue/kinds.ts'
import { startDownload } from '../catalogue/load/download.ts'
import type { Progress } from '../system/progress.ts'

type Source = typeof catalogueSource.$inferSelect

/** The tables a store's set-up asks for (ux 5), by their transactions. */
const kinds: readonly AnyKind[] = [
  ...(['1301', '1302', '1303', '1304', '1305', '1306'] as const),
  ...(['1307', '1308', '1309', '1310', '1311', '1312'] as const),
]

/** How long a person waits for a download: the whole catalogue takes minutes, and goes on without him. ms */
const patienceMs = 60_000
const lookMs = 500

const sourcesOf = async ({ db }: Context, areaCode: string): Promise<Map<string, Source>> => {
  const rows = await db.select().from(catalogueSource).where(eq(catalogueSource.areaCode, areaCode))
  return new Map(rows.map((row) => [row.kind, row]))
}

const isBusy = (source: Source | undefined) => source?.state === 'waiting' || source?.state === 'running'

const isDue = (source: Source | undefined, now: number) =>
  !source?.updatedAt ||
  source.state === 'failed' ||
  source.fileDone < source.fileRows ||
  now - source.updatedAt.getTime() > oldAfterMs

/** Begins to download what an area lacks or has had for long; what somebody downloads already is left to him. */
export const beginDownloads = async (c: Context, areaCode: string): Promise<void> => {
  const known = await sourcesOf(c, areaCode)
  const now = c.deps.clock().getTime()
  const due = kinds.filter((kind) => !isBusy(known.get(kind)) && isDue(known.get(kind), now))
  if (!due.length) return
  await startDownload(c, areaCode, { kinds: due }).catch((fault: unknown) => {
    // Begun by another store of the area this very moment: his is followed.
    if (!(fault instanceof Refusal && fault.key === 'catalogue.running')) throw fault
  })
}

const nowAt = ({ kind, fileDone, fileRows }: Source) =>
  `正在下载${titleOfKind(kind as AnyKind)}${fileRows ? `：已导入 ${fileDone} / ${fileRows} 行` : ''}`

/** Follows what is being downloaded, whoever began it. Answers how many tables are still on their way when time is up. */
const follow = async (c: Context, areaCode: string, running: Progress, withinMs: number): Promise<number> => {
  const until = performance.now() + withinMs
  for (;;) {
    const known = await sourcesOf(c, areaCode)
    const busy = kinds.flatMap((kind) => (isBusy(known.get(kind)) ? known.get(kind)! : []))
    if (!busy.length || performance.now() >= until) return busy.length
    const done = kinds.length - busy.length
    const at = busy.find(({ state }) => state === 'running') ?? busy[0]!
    await running.step((done / kinds.length) * 100, `${nowAt(at)}（${done + 1}/${kinds.length}）`)
    await sleep(lookMs)
  }
}

/**
 * The area's catalogue once what was begun is in, or a person has waited for long enough: each table is told as a result.
 * `left` says what is not whole, '' when all is.
 */
export const catalogueState = async (
  c: Context,
  areaCode: string,
  running: Progress,
  withinMs: number = patienceMs,
): Promise<{ text: string; left: string }> => {
  const onTheirWay = await follow(c, areaCode, running, withinMs)
  const tables = await versionsOf(c, areaCode, kinds)
  for (const { title, rows, state, error } of tables) {
    const text = state === 'failed' ? `没有下载完：${error}` : state === 'idle' ? `${rows} 行` : '正在后台下载'
    await running.step(99, '正在核对目录', { target: title, ok: state !== 'failed', text })
  }
  const failed = tables.filter(({ state }) => state === 'failed').map(({ title }) => title)
  const rows = tables.reduce((sum, one) => sum + one.rows, 0)
  return {
    text: `医保目录 ${kinds.length} 类 ${rows} 行`,
    left: [
      ...(onTheirWay ? [`${onTheirWay} 类还在后台下载，可以先做下一步`] : []),
      ...(failed.length ? [`${failed.join('、')}没有下载完，已导入的行已保存，请稍后重新检查`] : []),
    ].join('；'),
  }
}
