import { fillRow } from '../fill.ts'
import type { Operation } from '../operation.ts'
import type { Edition } from '../profile.ts'
import { type Reader, readOne, readRows } from '../reader.ts'

/** An institution as the centre has it registered. */
interface Institution {
  code: string
  name: string
  /** 统一社会信用代码 */
  uscc: string
  /** fixmedins_type: 2 is a pharmacy. */
  type: string
  /** hosp_lv */
  level: string
}

/** fixmedins_type of a pharmacy: the dictionary counts (domain.md 2.2). */
const pharmacyType = '2'

const institutionOf = (row: Reader): Institution | undefined => {
  const code = row.maybe('fixmedins_code')
  const [name, uscc] = [row.text('fixmedins_name'), row.text('uscc')]
  return code ? { code, name, uscc, type: row.text('fixmedins_type'), level: row.text('hosp_lv') } : undefined
}

const ask = (edition: Edition, { type = pharmacyType, code, name }: InstitutionQuery) => ({
  medinsinfo: fillRow(edition, '1201', 'medinsinfo', {
    fixmedins_type: type,
    fixmedins_name: name,
    fixmedins_code: code,
  }),
})

/** By code, or by a part of the name; one of the two. */
interface InstitutionQuery {
  /** fixmedins_type, a pharmacy's unless said. */
  type?: string
  code?: string
  name?: string
}

/** 1201 医药机构信息获取, one pharmacy by its code. */
export const queryInstitution: Operation<{ code: string }, Institution> = {
  infno: '1201',
  title: '医药机构信息获取',
  input: ({ code }, { profile }) => ask(profile.edition, { code }),
  read: (output) => {
    const row = readOne(output, 'medinsinfo')
    return row && institutionOf(row)
  },
}

/** 1201 by name or code. The standard answers one row; a centre that answers several is read whole. */
export const queryInstitutions: Operation<InstitutionQuery, Institution[]> = {
  infno: '1201',
  title: '医药机构信息获取',
  input: (query, { profile }) => ask(profile.edition, query),
  read: (output) => readRows(output, 'medinsinfo').flatMap((row) => institutionOf(row) ?? []),
}
