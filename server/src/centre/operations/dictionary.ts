import { dateText } from '../china-time.ts'
import { fillRow } from '../fill.ts'
import type { Operation } from '../operation.ts'
import { readRows } from '../reader.ts'

interface DictionaryQuery {
  /** type, e.g. insutype */
  type: string
  /** parentValue; mandatory even at the top: 0 there */
  parent?: string
  /** date: the codes valid on this day */
  on: Date
}

/** One code as the centre lists it. */
export interface DictionaryItem {
  type: string
  /** value, label, parentValue */
  code: string
  label: string
  parent?: string
  sort: number
  /** valiFlag */
  valid: boolean
  version?: string
}

/** 1901 字典表查询, for the area of the profile, valid codes only. */
export const queryDictionary: Operation<DictionaryQuery, DictionaryItem[]> = {
  infno: '1901',
  title: '字典表查询',
  input: ({ type, parent, on }, { profile }) => ({
    data: fillRow(profile.edition, '1901', 'data', {
      type,
      parentValue: parent ?? '0',
      admdvs: profile.area,
      date: dateText(on),
      valiFlag: '1',
    }),
  }),
  read: (output) =>
    readRows(output, 'list').map((row) => ({
      type: row.text('type'),
      code: row.text('value'),
      label: row.text('label'),
      parent: row.maybe('parentValue'),
      sort: Number(row.scaled('sort', 0)),
      valid: row.text('valiFlag') !== '0',
      version: row.maybe('version'),
    })),
}
