import { X509Certificate } from 'node:crypto'
import { formatTime } from '@yibao/shared/time.ts'
import { sql } from 'drizzle-orm'
import { newId } from '../../base/ids.ts'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { area } from '../organisation/tables.ts'
import { titleOf } from './check.ts'
import { type Place, placeOf } from './place.ts'
import { keepOptions } from './save.ts'

type FileKey = 'centreCa'

/** Bytes of a chain of a few certificates; it is read with the area's settings. */
const largest = 16_384

const certificateOf = (pem: string): X509Certificate | undefined => {
  try {
    return new X509Certificate(pem)
  } catch {
    return undefined
  }
}

/** Keeps a certificate as an area's. Refuses what is none, is too large, or has run out. */
export const keepFile = async (c: Context, place: Place, key: FileKey): Promise<void> => {
  const name = titleOf(key)
  const { bytes, name: fileName } = c.file
  if (bytes.length > largest) refuse('config.file', { name, text: '文件超过 16 KB' })
  const pem = Buffer.from(bytes).toString('utf8')
  const certificate = certificateOf(pem) ?? refuse('config.file', { name, text: '不是 PEM 格式的证书' })
  const validTo = new Date(certificate.validTo)
  if (validTo <= c.now) refuse('config.file', { name, text: `证书已于 ${formatTime(validTo)} 过期` })
  const about = {
    id: newId(c.now),
    name: [...fileName].slice(-100).join(''),
    subject: certificate.subject.replaceAll('\n', ' '),
    validTo: formatTime(validTo),
  }
  await keepOptions(c, place, { given: { [key]: { ...about, pem } } })
}

/** Takes a file away by its id; answers the place that had it. */
export const removeFile = async (c: Context, id: string): Promise<Place> => {
  c.scope.take()
  const [row] = await c.db
    .select({ code: area.code, revision: area.settingsRevision })
    .from(area)
    .where(sql`${area.settings}->'centreCa'->>'id' = ${id}`)
  if (!row) return refuse('not.found', { what: '配置文件' })
  const place = await placeOf(c, { medicalAreaCode: row.code })
  // Of the settings that had it: another one may have been brought in since.
  await keepOptions(c, place, { revision: row.revision, given: {}, reset: ['centreCa'] })
  return place
}
