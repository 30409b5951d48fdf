import type { Fen } from '@yibao/shared/money.ts'
import type { SlipLine } from './model.ts'

export interface FeeClass {
  name: string
  total: Fen
  /** Parts of class 丙 (chrgitm_lv 03) and 乙 (02). */
  classC: Fen
  classB: Fen
}

const partOf = (line: SlipLine, itemClass: string) => (line.itemClass?.startsWith(itemClass) ? line.amount : 0)

/** Lines summed by med_chrgitm_type in the order they first occur: the A4 forms print classes, not lines (domain.md 9.1). */
export const feeClasses = (lines: readonly SlipLine[]): FeeClass[] => {
  const classes = new Map<string, FeeClass>()
  for (const line of lines) {
    const sum = classes.get(line.feeClass) ?? { name: line.feeClass, total: 0, classC: 0, classB: 0 }
    sum.total += line.amount
    sum.classC += partOf(line, '丙')
    sum.classB += partOf(line, '乙')
    classes.set(line.feeClass, sum)
  }
  return [...classes.values()]
}
