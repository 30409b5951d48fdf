import { get, pageOf, paging, post } from '../call.ts'
import { codeTypeRow, dictionaryForm, dictionaryRow, dropdown, dropdownChange } from '../entities/dictionary.ts'
import { choice, code, flag, group, id, integer, list, note, optional, text } from '../field.ts'
import { omit } from '../omit.ts'
import * as base from './base.ts'

const menu = 'Dictionary'
const area = { medicalAreaCode: optional(code('区划', { max: 6 })) }
const one = { id: id('编号'), ...area }
const editable = omit(dictionaryForm.shape, 'codeType', 'code')

export const dictionary = {
  ...base.dictionary,
  paged: get('/api/Dictionary/Paged', {
    title: '字典列表',
    menu,
    input: {
      ...paging,
      ...area,
      codeType: optional(code('字典类型')),
      keyword: optional(note('编码/名称', { max: 60 })),
      state: optional(choice('状态', { enabled: '启用', stopped: '停用' })),
      source: optional(dictionaryRow.shape.source),
      version: optional(code('版本')),
    },
    result: pageOf(dictionaryRow),
    search: {
      noun: '字典项',
      page: menu,
      by: 'keyword',
      title: 'name',
      about: ['code', 'codeTypeName'],
      filters: { keyword: 'code' },
      node: ['codeType'],
    },
  }),
  codeTypes: get('/api/Dictionary/CodeTypes', {
    title: '字典类型',
    menu,
    input: { ...area, keyword: optional(note('类型/名称', { max: 60 })) },
    result: list(codeTypeRow, '字典类型'),
    search: { noun: '字典类型', page: menu, by: 'keyword', title: 'name', about: ['codeType'], node: ['codeType'] },
  }),
  /** What Dictionary/Map answers, stopped items too: one type, or every type of the area, our own and its lists. */
  allDictionaryList: get('/api/Dictionary/AllDictionaryList', {
    title: '全部字典',
    menu,
    input: { ...area, codeType: optional(code('字典类型')) },
    result: base.dictionary.map.result,
  }),
  /** The areas whose dictionary the asker may look at. */
  insDistricts: get('/api/Dictionary/InsDistricts', {
    title: '医保区划',
    menu,
    result: list(group('区划', { value: code('区划'), name: text('名称') }), '区划'),
  }),
  get: get('/api/Dictionary/:id', { title: '字典项', menu, input: one, result: dictionaryRow }),
  enableItem: post('/api/Dictionary/EnableItem/:id', {
    title: '启用字典项',
    menu,
    button: 'enable',
    audit: { action: '启用字典项', record: ['id', 'medicalAreaCode'] },
    input: one,
    result: dictionaryRow,
  }),
  stopItem: post('/api/Dictionary/StopItem/:id', {
    title: '停用字典项',
    menu,
    button: 'stop',
    audit: { action: '停用字典项', record: ['id', 'medicalAreaCode'] },
    input: one,
    result: dictionaryRow,
  }),
  addItem: post('/api/Dictionary/AddItem', {
    title: '新增字典项',
    menu,
    button: 'add',
    audit: { action: '新增字典项', record: ['codeType', 'code', 'name', 'medicalAreaCode'] },
    input: { ...dictionaryForm.shape, ...area },
    result: dictionaryRow,
  }),
  updateItem: post('/api/Dictionary/UpdateItem', {
    title: '修改字典项',
    menu,
    button: 'edit',
    audit: { action: '修改字典项', record: ['id', 'name', 'medicalAreaCode'] },
    input: { ...one, ...editable },
    result: dictionaryRow,
  }),
  deleteItem: post('/api/Dictionary/DeleteItem/:id', {
    title: '删除字典项',
    menu,
    button: 'remove',
    audit: { action: '删除字典项', record: ['id', 'medicalAreaCode'] },
    input: one,
  }),
  setItemDefault: post('/api/Dictionary/SetItemDefault', {
    title: '设置默认项',
    menu,
    button: 'edit',
    audit: { action: '设置默认项', record: ['id', 'isDefault', 'medicalAreaCode'] },
    input: { ...one, isDefault: flag('默认') },
    result: dictionaryRow,
  }),
  /** 1901 for these types, all of them without a list; local changes stay. */
  download: post('/api/Dictionary/Download/', {
    title: '下载字典',
    menu,
    button: 'download',
    progress: true,
    audit: { action: '下载字典', record: ['codeTypes', 'medicalAreaCode'] },
    input: { ...area, codeTypes: optional(list(code('字典类型'), '字典类型', { max: 500 })) },
    result: group('下载', { progressId: id('进度') }),
  }),
  searchDynamicDropdowns: get('/api/Dictionary/SearchDynamicDropdowns', {
    title: '下拉列表',
    input: { ...area, keyword: optional(note('编码/名称', { max: 60 })) },
    result: list(dropdown, '下拉列表'),
  }),
  getHistoryDynamicDropdowns: get('/api/Dictionary/GetHistoryDynamicDropdowns', {
    title: '下拉列表修改记录',
    menu,
    input: { ...paging, ...area, name: code('列表编码', { max: 40 }) },
    result: pageOf(dropdownChange),
  }),
  /** A new or changed list; `restoreId` brings back what a change of the history replaced. */
  submitDynamicDropdowns: post('/api/Dictionary/SubmitDynamicDropdowns', {
    title: '保存下拉列表',
    menu,
    button: 'edit',
    audit: { action: '保存下拉列表', record: ['name', 'restoreId', 'medicalAreaCode'] },
    input: {
      ...area,
      name: dropdown.shape.name,
      title: optional(dropdown.shape.title),
      items: optional(dropdown.shape.items),
      /** The revision this was made from: another one's change in between is not overwritten. */
      revision: optional(integer('修订号')),
      restoreId: optional(id('修改记录')),
    },
    result: dropdown,
  }),
}
