import { formatDay } from '@yibao/shared/time.ts'
import { and, eq } from 'drizzle-orm'
import { Refusal } from '../../../base/refuse.ts'
import type { Deps } from '../../../call/context.ts'
import { reportFault } from '../../../process/fault.ts'
import { systemHeader } from '../../attendance/sign.ts'
import { askingStore } from '../../organisation/asking-store.ts'
import { type Progress, progressById } from '../../system/progress.ts'
import { catalogueSource } from '../entry-tables.ts'
import { isFileKind, titleOfKind } from '../kinds.ts'
import { claimNext, holdLease, note, orphaned, type Source, TakenOver } from './claim.ts'
import { type Brought, type Loading, loadFile } from './file.ts'
import { giveLevels } from './levels.ts'
import { loadPages } from './pages.ts'

const textOf = (fault: unknown): string =>
  fault instanceof Refusal ? fault.message : '下载没有完成，请 1 分钟后再下载'

const broughtText = ({ rows, leftOut }: Brought): string => {
  if (leftOut) return `${rows} 行，另有 ${leftOut} 行没有编码或版本，没有导入，请联系医保中心核对`
  return rows ? `${rows} 行` : '没有更新'
}

/** One file or query from where it stands; a fault ends it and not its neighbours. Gives the rows, or undefined. */
const loadOne = async (
  loading: Loading,
  source: Source,
  running: Progress,
  place: number,
): Promise<number | undefined> => {
  const { deps } = loading
  const title = titleOfKind(source.kind)
  const release = holdLease(deps, source)
  try {
    const brought = await (isFileKind(source.kind) ? loadFile : loadPages)(loading, source)
    await note(deps, source, { state: 'idle', left: null, updatedAt: deps.clock() })
    await running.step(place, `${title}已下载`, { target: title, ok: true, text: broughtText(brought) })
    return brought.rows
  } catch (fault) {
    if (fault instanceof TakenOver) throw fault
    if (!(fault instanceof Refusal)) reportFault(`catalogue ${source.kind}`, fault)
    const error = textOf(fault)
    await note(deps, source, { state: 'failed', left: null, error })
    await running.step(place, `${title}没有下载完`, { target: title, ok: false, text: error })
    return undefined
  } finally {
    release()
  }
}

/** Works through the files of a download, whoever began it, and finishes its progress. */
const runDownload = async (deps: Deps, areaCode: string, running: Progress): Promise<void> => {
  const all = await deps.db
    .select({ kind: catalogueSource.kind })
    .from(catalogueSource)
    .where(and(eq(catalogueSource.areaCode, areaCode), eq(catalogueSource.progressId, running.id)))
  const places = all.map(({ kind }) => kind).sort()
  let [rows, failed] = [0, 0]
  for (;;) {
    const source = await claimNext(deps, areaCode, running.id)
    if (!source) break
    const place = places.indexOf(source.kind)
    const percent = (part: number) => ((place + part) / places.length) * 100
    const loading: Loading = {
      deps,
      client: deps.services.centre.of(areaCode),
      header: async () => systemHeader(deps, await askingStore(deps, areaCode)),
      report: (done, of) =>
        running.step(percent(of ? done / of : 0), `${titleOfKind(source.kind)}：已导入 ${done} / ${of} 行`),
    }
    await running.step(percent(0), `正在下载${titleOfKind(source.kind)}（${place + 1}/${places.length}）`)
    const taken = await loadOne(loading, source, running, percent(1))
    if (taken === undefined) failed += 1
    rows += taken ?? 0
  }
  // What another process holds is finished there, and so is the progress.
  const [held] = await deps.db
    .select({ kind: catalogueSource.kind })
    .from(catalogueSource)
    .where(
      and(
        eq(catalogueSource.areaCode, areaCode),
        eq(catalogueSource.progressId, running.id),
        eq(catalogueSource.state, 'running'),
      ),
    )
    .limit(1)
  if (held) return
  if (rows) await giveLevels(deps.db, areaCode, formatDay(deps.clock()))
  const text = `已下载 ${places.length - failed} 类目录，${rows} 行有更新`
  await running.finish(text, failed ? `${failed} 类目录没有下载完，已导入的行已保存，请再次下载继续` : undefined)
}

/**
 * A download to its end, whoever began it; a fault ends its progress and nothing else. Rejects where not even that can be
 * written down: another process goes on with it.
 */
export const endDownload = async (deps: Deps, areaCode: string, running: Progress): Promise<void> => {
  try {
    await runDownload(deps, areaCode, running)
  } catch (fault) {
    if (fault instanceof TakenOver) return
    reportFault('catalogue download', fault)
    await running.finish('下载没有完成', '下载没有完成，已导入的行已保存，请再次下载继续')
  }
}

/** Goes on with downloads whose process has ended. Answers how many. */
export const resumeDownloads = async (deps: Deps): Promise<number> => {
  const found = await orphaned(deps)
  for (const { areaCode, progressId, userId } of found)
    await endDownload(deps, areaCode, progressById(deps, { userId }, progressId))
  return found.length
}
