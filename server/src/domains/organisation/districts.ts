import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const file = join(import.meta.dirname, '../../../data/districts.tsv')

/** Every 医保区划 we know: code → name, in the file's order (domain.md 3.8). */
export const districts: ReadonlyMap<string, string> = new Map(
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => /^\d{6}\t/.test(line))
    .map((line) => line.split('\t') as [string, string]),
)

/** Name of an area; of an unknown district its city's, else its province's, else the code. */
export const areaName = (code: string): string =>
  districts.get(code) ?? districts.get(`${code.slice(0, 4)}00`) ?? districts.get(`${code.slice(0, 2)}0000`) ?? code
