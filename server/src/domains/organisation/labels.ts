import { listCodes } from '../../centre/dictionaries.ts'
import type { Edition } from '../../centre/profile.ts'
import { Cache, type CacheUse } from '../../process/cache.ts'

const tables = new Cache<Map<string, string>>('dictionary', 'labels', '标准字典名称')

const tableOf = (edition: Edition, use?: CacheUse) =>
  tables.get(
    edition,
    () => new Map(listCodes(edition).map(({ type, code, label }) => [`${type}\n${code}`, label])),
    use,
  )

/** Chinese label of a code in an edition's tables; a longer local code takes its parent's, an unknown one itself. `use`: of the call. */
export const labelOf = (edition: Edition, type: string, code: string | undefined, use?: CacheUse): string => {
  if (!code) return ''
  const table = tableOf(edition, use)
  for (let length = code.length; length > 0; length--) {
    const label = table.get(`${type}\n${code.slice(0, length)}`)
    if (label) return label
  }
  return table.get(`${type}\n${code.replace(/^0+/, '')}`) ?? code
}
