import { initialsOf } from '@yibao/shared/initials.ts'
import { type FileTransaction, layoutOf, placeOf } from '../../centre/catalogue.ts'
import type { Edition } from '../../centre/profile.ts'
import { copyCell } from '../../database/copy.ts'
import type { catalogueEntry } from './entry-tables.ts'
import { entryGrams } from './grams.ts'
import { type Columns, fileKinds } from './kinds.ts'
import { areasFor } from './term-today.ts'

type Entry = typeof catalogueEntry.$inferSelect

/** Between the cells of a kept line: COPY needs no escape for it and no text of the catalogue holds it. */
export const cellMark = '\u001f'

const levels: Record<string, string> = { 甲: '1', 乙: '2', 丙: '3', 甲类: '1', 乙类: '2', 丙类: '3' }

const listTypes: Record<Edition, Record<string, string>> = {
  HN: { '1301': '101', '1302': '102', '1303': '103', '1304': '104', '1305': '201', '1306': '301' },
  JX: { '1301': '101', '1302': '103', '1303': '104', '1304': '105', '1305': '201', '1306': '301' },
}

/**
 * list_type of an entry in an edition: Jiangxi tells western drugs from patent ones, whose codes begin with Z (domain.md 3.5).
 */
export const listTypeOf = (edition: Edition, kind: string, code: string): string =>
  edition === 'JX' && kind === '1301' && code.startsWith('Z') ? '102' : (listTypes[edition][kind] ?? '')

const day = (text: string): string => (/^\d{4}-\d{2}-\d{2}/.test(text) ? text.slice(0, 10) : '')

/** Where it comes from, and where its own fields say nothing. */
interface Origin {
  areaCode: string
  edition: Edition
  kind: string
  version: string
  valid: boolean
  source: Entry['source']
  line: string
}

/**
 * An entry out of its own fields: what it is found by is worked out here. One without a name has its generic one, that of
 * its brand, or its code: it is sold and mapped by the code.
 */
export const entryOf = (origin: Origin, field: (name: keyof Columns) => string): Entry => {
  const { areaCode, edition, kind, ...rest } = origin
  const [code, brand] = [field('code'), field('brand')]
  const name = field('name') || field('generic') || brand || code
  return {
    ...{ areaCode, kind, code, name, brand, ...rest },
    ...{ spec: field('spec'), dosageForm: field('dosageForm'), unit: field('unit'), pack: field('pack') },
    ...{ producer: field('producer'), aprvno: field('aprvno'), listType: listTypeOf(edition, kind, code) },
    ...{ level: levels[field('level')] ?? '', limited: field('limited') === '1', limitText: field('limitText') },
    ...{ negotiated: field('negotiated') === '1', otc: field('otc') },
    ...{ category: field('category'), parent: field('parent') },
    ...{ beginDay: day(field('begin')), endDay: day(field('end')) },
    initials: initialsOf(name).slice(0, 100),
    grams: entryGrams(areaCode, code, name, brand),
  }
}

/** Reads the lines of one file; undefined for a line that is no row (no code or no version), its version for another area's row. */
export const lineReader = (kind: FileTransaction, { areaCode, edition }: Pick<Origin, 'areaCode' | 'edition'>) => {
  const places = Object.fromEntries(
    Object.entries(fileKinds[kind].columns).map(([name, column]) => [name, placeOf(kind, column)]),
  ) as Partial<Record<keyof Columns, number>>
  const [version, valid] = [placeOf(kind, 'ver'), placeOf(kind, 'vali_flag')]
  const width = layoutOf(kind).length
  const { area } = fileKinds[kind]
  const [areaPlace, areas] = [area === undefined ? -1 : placeOf(kind, area), areasFor(areaCode)]
  return (text: string): Entry | string | undefined => {
    const cells = text.split('\t')
    if (cells.length > width) cells.length = width
    for (let i = 0; i < cells.length; i++) if (cells[i] === 'null') cells[i] = ''
    const cell = (name: keyof Columns) => (cells[places[name] ?? -1] ?? '').trim()
    if (!cell('code') || !cells[version]) return undefined
    if (!areas.has((cells[areaPlace] ?? '').trim())) return cells[version]
    const line = cells.join(cellMark)
    const standing = { version: cells[version], valid: cells[valid] !== '0', source: 'centre', line } as const
    return entryOf({ areaCode, edition, kind, ...standing }, cell)
  }
}

/** Columns of the table in the order of `copyRow`. */
export const entryColumns = [
  ...['area_code', 'kind', 'code', 'name', 'brand', 'spec', 'dosage_form', 'unit', 'pack', 'producer', 'aprvno'],
  ...['list_type', 'level', 'limited', 'limit_text', 'negotiated', 'otc', 'category', 'parent', 'begin_day'],
  ...['end_day', 'valid', 'version', 'source', 'initials', 'grams', 'line'],
]

const flag = (value: boolean) => (value ? 't' : 'f')

/** An entry as a line of COPY. All its texts are parts of its line: what needs no escape there needs none anywhere. */
export const copyRow = (e: Entry): string => {
  const cells = [
    ...[e.areaCode, e.kind, e.code, e.name, e.brand, e.spec, e.dosageForm, e.unit, e.pack, e.producer, e.aprvno],
    ...[e.listType, e.level, flag(e.limited), e.limitText, flag(e.negotiated), e.otc, e.category, e.parent, e.beginDay],
    ...[e.endDay, flag(e.valid), e.version, e.source, e.initials, `{${e.grams.join(',')}}`, e.line],
  ]
  const plain = !/[\\\t\n\r\0]/.test(e.line)
  return `${(plain ? cells : cells.map(copyCell)).join('\t')}\n`
}
