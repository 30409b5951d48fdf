import { isHerb, usualUse } from '@yibao/shared/herbs.ts'
import { scaled, trimZeros, unscaled } from '@yibao/shared/money.ts'
import type { Line, StoredBasket } from '../order/types.ts'

type Herbs = NonNullable<StoredBasket['herbs']>

/** What the herbs of a basket are: as somebody said, else as so many are usually used; undefined where there are none. */
export const herbsOf = (lines: readonly Line[], said: Herbs | undefined): Herbs | undefined => {
  const kinds = new Set(lines.flatMap(({ nationalCode, ownCode }) => (isHerb(nationalCode) ? [ownCode] : [])))
  return kinds.size ? { use: said?.use ?? usualUse(kinds.size), doses: said?.doses } : undefined
}

/** Of so much of a herb in each of so many doses; where that is no round number it is not said. */
const perDose = ({ quantity, unit }: Line, doses: number): string => {
  const whole = scaled(quantity, 4)
  return whole % BigInt(doses) === 0n ? `每剂 ${trimZeros(unscaled(whole / BigInt(doses), 4))}${unit}，` : ''
}

/** The standard has no field for the number of doses: the text that describes the single one says it. */
const doseOf = (line: Line, doses: number | undefined): string | undefined => {
  const { dose } = line.dosage ?? {}
  if (!doses) return dose
  return `${dose ? `${dose}，` : perDose(line, doses)}共 ${doses} 剂`
}

/** Longest text of the three descriptions (S200). */
const cut = (text: string | undefined) => text && [...text].slice(0, 200).join('')

/** What a line of 2101, 2102 and 2204 says of how it is taken. Orders of before say nothing of their herbs. */
export const takenOf = (line: Line, herbs: Herbs | undefined) => {
  const { frequency, way, days } = line.dosage ?? {}
  const own = isHerb(line.nationalCode) ? herbs : undefined
  return {
    ...{ dose: cut(doseOf(line, own?.doses)), frequency: cut(frequency), route: cut(way) },
    ...{ days: days === undefined ? undefined : BigInt(days) * 100n, herbsUse: own?.use },
  }
}
