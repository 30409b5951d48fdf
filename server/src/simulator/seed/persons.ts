import { profiles } from '../profile.ts'
import type { InsuranceState, State } from './states.ts'
import { states } from './states.ts'

/** An insured person (invented). */
export interface Person {
  psnNo: string
  /** The area whose demo set they belong to, and their number in it, from 1. */
  area: string
  index: number
  state: State
  name: string
  gend: '1' | '2'
  naty: string
  brdy: string
  certno: string
  cardNo: string
  cardSn: string
  /** Area of insurance (insuplc_admdvs). */
  insuplc: string
  emp: string
  family?: string
}

const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]

/** The check character of the first 17 digits of an identity number (domain 10). */
export const checkDigit = (digits: string): string =>
  '10X98765432'[weights.reduce((sum, weight, i) => sum + weight * Number(digits[i]), 0) % 11]!

const cities: Record<string, { city: string; province: string }> = {
  '320500': { city: '320200', province: '310000' },
  '320100': { city: '320600', province: '340100' },
  '430100': { city: '430500', province: '440100' },
}

const insuplcOf = (area: string, { flags }: State): string => {
  if (flags.has('otherCity')) return cities[area]!.city
  return flags.has('otherProvince') ? cities[area]!.province : area
}

// The sequence number of an identity number is odd for men, even for women.
const certnoOf = (area: string, index: number, state: State): string => {
  if (state.flags.has('foreign')) return `CHN${area}${String(index).padStart(6, '0')}`
  const sequence = 121 + 2 * index + (state.gend === '1' ? 0 : 1)
  const digits = `${area.slice(0, 4)}01${state.brdy.replaceAll('-', '')}${sequence}`
  return digits + checkDigit(digits)
}

const psnNoOf = (area: string, index: number): string => area + String(index).padStart(14, '0')

const personOf = (area: string, areaIndex: number, state: State, index: number): Person => ({
  psnNo: psnNoOf(area, index),
  area,
  index,
  state,
  name: state.names[areaIndex]!,
  gend: state.gend,
  naty: state.naty,
  brdy: state.brdy,
  certno: certnoOf(area, index, state),
  cardNo: `${'ABC'[areaIndex]}${String(index + 16).padStart(8, '0')}`,
  cardSn: `${insuplcOf(area, state)}D156000005${(0xab11 + index).toString(16).toUpperCase().padStart(16, '0')}`,
  insuplc: insuplcOf(area, state),
  emp: state.insurances.some((one) => one.insutype === '390') ? '' : '示例公司',
  family: state.family ? psnNoOf(area, states.findIndex((one) => one.key === state.family) + 1) : undefined,
})

/** Every demo person of every area. */
export const persons: Person[] = profiles.flatMap(({ area }, areaIndex) =>
  states.map((state, i) => personOf(area, areaIndex, state, i + 1)),
)

const by = (key: 'psnNo' | 'certno' | 'cardNo'): Map<string, Person> => new Map(persons.map((one) => [one[key], one]))
const indexes = { psnNo: by('psnNo'), certno: by('certno'), cardNo: by('cardNo') }

/** The person with that number, identity number or card number. */
export const personBy = (key: 'psnNo' | 'certno' | 'cardNo', value: string): Person | undefined =>
  indexes[key].get(value)

/** A person's insurance of a kind. */
export const insuranceOf = (person: Person, insutype: string): InsuranceState | undefined =>
  person.state.insurances.find((one) => one.insutype === insutype)
