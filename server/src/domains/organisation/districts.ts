import { readFileSync } from 'node:fs'
import type { District } from '@yibao/shared/calls/base.ts'
import { refuse } from '../../base/refuse.ts'

/** Code and name of every district we know, in the order of their codes (domain.md 3.8). */
export const districts: readonly { code: string; name: string }[] = readFileSync(
  new URL('../../../data/districts.tsv', import.meta.url),
  'utf8',
)
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .slice(1)
  .map((line) => {
    const [code = '', name = ''] = line.split('\t')
    return { code, name }
  })

const names = new Map(districts.map(({ code, name }) => [code, name]))

/** Areas that an installation has opened under names of its own: the list above has not every city. */
export const knowAreas = (areas: readonly { code: string; name: string }[]): void => {
  for (const { code, name } of areas) names.set(code, name)
}

/** Name of a district; the code itself when it is unknown. */
export const districtName = (code: string): string => names.get(code) ?? code

/** Name of an area for people: of an unknown district its city's, else its province's, else the code. */
export const areaName = (code: string): string =>
  names.get(code) ?? names.get(`${code.slice(0, 4)}00`) ?? names.get(provinceOf(code)) ?? code

/** Names that only districts below a prefix of the code bear: what tells where somebody is insured without a code. */
export const namesWithin = (prefix: string): string[] => {
  const elsewhere = new Set([...names].filter(([code]) => !code.startsWith(prefix)).map(([, name]) => name))
  return [...new Set(names.values())].filter((name) => !elsewhere.has(name))
}

/** The code of a district's province: 320508 -> 320000. */
export const provinceOf = (code: string): string => `${code.slice(0, 2)}0000`

/** The code a district stands below: its city, else its province, else nothing. */
const parentOf = (code: string): string | undefined => {
  const city = `${code.slice(0, 4)}00`
  if (code !== city && names.has(city)) return city
  return code === provinceOf(code) || !names.has(provinceOf(code)) ? undefined : provinceOf(code)
}

const children = (parent: string | undefined): District[] =>
  districts
    .filter(({ code }) => parentOf(code) === parent)
    .map(({ code, name }) => ({ value: code, name, childDistricts: children(code) }))

/** Province → city → district; the funds of a province (PP9900) and of a city (PPCC99) stand beside its parts. */
export const districtTree: readonly District[] = children(undefined)

/** The digits that the codes of an insured area begin with, asked for by its own; refuses what is none. */
export const prefixOf = (asked: string): string => {
  if (!/^(\d{2}){1,3}$/.test(asked))
    refuse(
      'input.invalid',
      { text: '参保地区划是 2、4 或 6 位数字' },
      { fields: { insuredArea: '填 2、4 或 6 位数字' } },
    )
  return asked.replace(/^(\d{2})(?:0000)?$|^(\d{4})(?:00)?$/, '$1$2')
}
