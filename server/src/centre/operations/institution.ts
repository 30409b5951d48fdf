import { fillRow } from '../fill.ts'
import type { Operation } from '../operation.ts'
import { readOne } from '../reader.ts'

/** An institution as the centre has it registered. */
export interface Institution {
  code: string
  name: string
  /** 统一社会信用代码 */
  uscc: string
  /** fixmedins_type: 2 is a pharmacy. */
  type: string
}

/** fixmedins_type of a pharmacy: the dictionary counts (domain.md 2.2). */
export const pharmacyType = '2'

/** 1201 医药机构信息获取, by code. */
export const queryInstitution: Operation<{ code: string }, Institution> = {
  infno: '1201',
  title: '医药机构信息获取',
  input: ({ code }, { profile }) => ({
    medinsinfo: fillRow(profile.edition, '1201', 'medinsinfo', { fixmedins_type: pharmacyType, fixmedins_code: code }),
  }),
  read: (output) => {
    const row = readOne(output, 'medinsinfo')
    const code = row?.maybe('fixmedins_code')
    return row && code
      ? { code, name: row.text('fixmedins_name'), uscc: row.text('uscc'), type: row.text('fixmedins_type') }
      : undefined
  },
}
