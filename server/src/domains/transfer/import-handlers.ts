import type { InputOf } from '@yibao/shared/call.ts'
import type { importing as calls } from '@yibao/shared/calls/transfer.ts'
import { importTypeNames } from '@yibao/shared/entities/transfer.ts'
import { metaOf } from '@yibao/shared/field.ts'
import { can, type Me } from '@yibao/shared/permission.ts'
import { and, eq } from 'drizzle-orm'
import { newId } from '../../base/ids.ts'
import { refuse } from '../../base/refuse.ts'
import { type Context, FileAnswer } from '../../call/context.ts'
import type { Handlers } from '../../call/mount.ts'
import { asksFirst } from '../../call/upload.ts'
import type { ImportType } from '../../xlsx/import-type.ts'
import { readSheet } from '../../xlsx/read.ts'
import { areaOf } from '../auth/area-of.ts'
import { dictionaryMap } from '../dictionary/entries.ts'
import { type CodesOf, checkFurther, checkRows } from './import-check.ts'
import { failingOf, sealFailing } from './import-failing.ts'
import { onceSheet, untakenJobs } from './import-once.ts'
import { runImport } from './import-run.ts'
import { errorSheet, templateSheet } from './import-sheets.ts'
import { importTypes } from './import-types.ts'
import { importJob } from './tables.ts'

/** Faults shown at once; the sheet of errors has them all. */
const shown = 100

const mayUse = (me: Me, type: ImportType): boolean =>
  type.menus.some((menuCode) => can(me, { menuCode, buttonCode: type.button }))

/** A kind of import the asker may use today. */
const typeOf = ({ me }: Context, importType: string): ImportType => {
  const name = importTypeNames.find((one) => one === importType)
  const type = name && importTypes[name]
  if (!type) return refuse('import.type')
  if (!mayUse(me, type)) return refuse('permission.denied', { title: `导入${type.title}` })
  return type
}

/** Refuses who may bring in no sheet of any kind. */
const refuseAll = (me: Me): void => {
  if (!Object.values(importTypes).some((type) => mayUse(me, type))) refuse('permission.denied', { title: '导入' })
}

const codesIn = async ({ db }: Context, areaCode: string | undefined, { fields }: ImportType): Promise<CodesOf> => {
  const wanted = Object.values(fields).flatMap((schema) => metaOf(schema)?.codeType ?? [])
  const map = await dictionaryMap(db, areaCode, wanted)
  return (codeType) => map.find((one) => one.codeType === codeType)?.codes ?? []
}

const findJob = async (c: Context, id: string) => {
  const [job] = await c.db
    .select()
    .from(importJob)
    .where(and(eq(importJob.id, id), eq(importJob.userId, c.me.userId)))
  return job ?? refuse('not.found', { what: '导入记录' })
}

export const importHandlers: Handlers<typeof calls> = {
  template: async ({ importType }, c) => {
    const type = typeOf(c, importType)
    const bytes = await templateSheet(type, await codesIn(c, c.me.areaCode, type))
    return new FileAnswer(bytes, `${type.title}导入模板.xlsx`)
  },
  dryRun: asksFirst(refuseAll, async ({ importType, medicalAreaCode }: InputOf<typeof calls.dryRun>, c: Context) => {
    const type = typeOf(c, importType)
    const areaCode = await areaOf(c, medicalAreaCode)
    const sheet = await readSheet(c.file.bytes)
    const checked = checkRows(type, sheet, await codesIn(c, areaCode, type))
    const { check } = type
    const { good, bad } = check ? await checkFurther(type, checked, (rows) => check(c, areaCode, rows)) : checked
    const id = newId(c.now)
    await c.db.insert(importJob).values({
      ...{ id, userId: c.me.userId, importType, areaCode, total: good.length + bad.length, createdAt: c.now },
      good: good.length ? c.services.vault.seal(JSON.stringify(good)) : '',
      bad: sealFailing(c, { head: sheet[0] ?? [], rows: bad }),
    })
    c.on(`${type.title} ${c.file.name}，${good.length} 行可导入，${bad.length} 行有错误`)
    const errors = bad.flatMap(({ row, faults }) => faults.map((fault) => ({ row, ...fault }))).slice(0, shown)
    return {
      importId: id,
      ...{ total: good.length + bad.length, good: good.length, bad: bad.length, errors },
      errorsId: bad.length ? id : undefined,
    }
  }),
  errors: async ({ errorsId }, c) => {
    const job = await findJob(c, errorsId)
    const type = typeOf(c, job.importType)
    const { head, rows } = failingOf(c, job)
    if (!rows.length) return refuse('not.found', { what: '错误行' })
    return new FileAnswer(await errorSheet(type, head, rows), `${type.title}错误行.xlsx`)
  },
  run: async ({ importId }, c) => {
    const job = await findJob(c, importId)
    const type = typeOf(c, job.importType)
    await areaOf(c, job.areaCode)
    c.on(`${type.title} ${job.areaCode}，从第 ${job.done + 1} 行起`)
    return { progressId: await runImport(c, job, type) }
  },
  untaken: ({ importType }, c) => untakenJobs(c, importType),
  once: async ({ importId }, c) => {
    const job = await findJob(c, importId)
    return onceSheet(c, job, typeOf(c, job.importType))
  },
}
