import { fieldsOf } from '../message/standard.ts'
import { demoCells, demoItems, fileOf } from './demo.ts'
import { type Cells, drug, ethnicDrug, preparation, slice } from './drugs.ts'
import * as others from './others.ts'
import { digits } from './pick.ts'
import { editionOn } from './versions.ts'

interface Rule {
  /** Rows of 250 000. */
  share: number
  row: (n: number) => Cells
}

/** The files of the national catalogue: how many rows of the whole, and how the n-th one is made. */
const rules: Record<string, Rule> = {
  '1301': { share: 119_500, row: drug },
  '1302': { share: 6000, row: slice },
  '1303': { share: 3000, row: preparation },
  '1305': { share: 12_000, row: others.service },
  '1306': { share: 62_000, row: others.material },
  '1307': { share: 33_000, row: others.diagnosis },
  '1308': { share: 11_000, row: others.operation },
  '1309': { share: 500, row: others.chronic },
  '1310': { share: 500, row: others.byDisease },
  '1311': { share: 500, row: others.daySurgery },
  '1313': { share: 500, row: others.tumour },
  '1314': { share: 500, row: others.tcmDisease },
  '1315': { share: 1000, row: others.tcmPattern },
}

/** The size the shares are of. */
export const wholeCatalogue = 250_000

/** What a row of a file is, whole: its cells by the names of the columns. */
interface Numbered {
  n: number
  cells: Cells
}

function* numbered(infno: string, area: string, rows: number): Generator<Numbered> {
  const { share, row } = rules[infno]!
  const demo = demoItems(area)
    .map((item, n) => ({ item, n }))
    .filter(({ item }) => fileOf(item) === infno)
  for (const { item, n } of demo) yield { n: -1, cells: demoCells(item, n) }
  const count = Math.max(1, Math.round((share * rows) / wholeCatalogue) - demo.length)
  for (let n = 0; n < count; n++) yield { n, cells: row(n) }
}

const packed = (cells: Cells): Cells => {
  const column = ['pacspec', '包装单位', '诊疗除外内容', 'memo'].find((name) => cells[name]) ?? 'memo'
  return { ...cells, [column]: `${cells[column] ?? ''}（调整）` }
}

/** The columns of a file in order: the field's name, or its Chinese one where it has no other. */
const columnsOf = (infno: string): string[] =>
  fieldsOf(infno, 'file', 'downloaded file', 'HN').map(({ name, title }) => name || title)

/**
 * The lines of a catalogue file as a centre has them on a day: the rows newer than `since`, each as it is now; `null` for
 * empty, no heading (notes 4). `rows` is the size of the whole catalogue.
 */
export function* linesOfFile(
  infno: string,
  { area, since, today, rows }: { area: string; since: string; today: string; rows: number },
): Generator<string> {
  const columns = columnsOf(infno)
  const place = new Map(columns.map((column, i) => [column, i]))
  const empty = columns.map(() => 'null')
  for (const { n, cells } of numbered(infno, area, rows)) {
    const edition = n < 0 ? { version: 'F001_20240101_A', day: '2024-01-01' } : editionOn(n, today)
    if (!edition || edition.version <= since) continue
    const change = 'change' in edition ? edition.change : undefined
    const line = [...empty]
    const all = {
      vali_flag: change === 'invalid' ? '0' : '1',
      rid: `${infno}${digits(n < 0 ? 900_000_000 : n, 12)}${cells.med_list_codg ?? ''}`.slice(0, 40),
      crte_time: '2024-01-01 00:00:00',
      updt_time: `${edition.day} 00:00:00`,
      ver_name: edition.version,
      ...(change === 'pack' ? packed(cells) : cells),
      ver: edition.version,
    }
    for (const [column, value] of Object.entries(all)) {
      const at = place.get(column)
      if (at !== undefined && value !== '') line[at] = value
    }
    yield line.join('\t')
  }
}

/** The first `rows` × share drugs' codes, demo items before them: what the paged queries speak of. */
export const insuredCodes = (area: string, rows: number): string[] => {
  const demo = demoItems(area).map((item) => item.med_list_codg!)
  const drugs = Array.from({ length: Math.max(1, Math.round(rows * 0.008)) }, (_, n) => drug(n).med_list_codg!)
  return [...demo, ...drugs]
}

/** 1304 民族药品 of this catalogue. */
export const ethnicDrugs = (rows: number): Cells[] =>
  Array.from({ length: Math.max(1, Math.round(rows * 0.001)) }, (_, n) => ethnicDrug(n))
