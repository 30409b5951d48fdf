import { choice, code, day, flag, group, id, integer, list, note, optional, text, time } from '../field.ts'

/** One code of an area's dictionary, all layers laid over each other (domain.md 8.5). */
export const dictionaryRow = group('字典项', {
  id: id('编号'),
  codeType: code('字典类型', { max: 60 }),
  codeTypeName: text('类型名称'),
  code: code('编码'),
  name: text('名称'),
  parent: optional(note('上级')),
  sort: integer('排序'),
  areaCode: note('区划'),
  source: choice('来源', { centre: '中心', local: '本地' }),
  /** A centre's code that the area shows differently. */
  changed: flag('本地修改'),
  isDefault: flag('默认'),
  enabled: flag('启用'),
  validFrom: optional(day('生效日期')),
  validTo: optional(day('失效日期')),
  version: note('版本'),
  updatedAt: optional(time('更新时间')),
})

/** What a person writes about a code; absent means empty. */
export const dictionaryForm = group('字典项', {
  codeType: code('字典类型', { max: 60 }),
  code: code('编码', { max: 40 }),
  name: text('名称', { max: 100 }),
  parent: optional(code('上级', { max: 40 })),
  sort: optional(integer('排序', { max: 99_999 })),
  validFrom: optional(day('生效日期')),
  validTo: optional(day('失效日期')),
})

export const codeTypeRow = group('字典类型', {
  codeType: code('字典类型'),
  name: text('名称'),
  items: integer('项数'),
})

const dropdownItem = group('选项', {
  value: code('编码', { max: 40 }),
  name: text('名称', { max: 60 }),
  stopped: optional(flag('停用')),
})

/** A named list that an area keeps itself. */
export const dropdown = group('下拉列表', {
  name: code('列表编码', { max: 40 }),
  title: text('列表名称', { max: 60 }),
  items: list(dropdownItem, '选项', { max: 500 }),
  revision: integer('修订号'),
  updatedBy: text('修改人'),
  updatedAt: time('修改时间'),
})

export const dropdownChange = group('修改记录', {
  id: id('编号'),
  name: code('列表编码'),
  revision: integer('修订号'),
  by: text('修改人'),
  at: time('修改时间'),
  before: list(dropdownItem, '修改前'),
  after: list(dropdownItem, '修改后'),
})
