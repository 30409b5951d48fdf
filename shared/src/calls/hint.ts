import { get, pageOf, paging, post } from '../call.ts'
import {
  guide,
  hintForm,
  hintFound,
  hintIndex,
  hintMatch,
  hintPattern,
  hintRegex,
  hintRow,
  hintStates,
} from '../entities/hint.ts'
import { choice, code, group, id, integer, list, note, optional, text } from '../field.ts'

const menu = 'HintManagement'
const index = 'LuceneManager'
const one = { id: id('编号') }
const recorded: (keyof typeof hintForm)[] = ['pattern', 'tips', 'guide', 'areaCode', 'infno', 'enabled']
const keyword = { max: 60 }

/** The library of advice: /system-manager/hint-management. */
const library = {
  hintMessagePageQuery: get('/api/HintMessage/HintMessagePageQuery', {
    menu,
    title: '提示列表',
    input: {
      ...paging,
      areaCode: hintForm.areaCode,
      /** Hints of this transaction. */
      infno: optional(code('交易', { max: 10 })),
      keyword: optional(note('关键字', keyword)),
      regexId: optional(id('匹配式')),
      state: optional(choice('状态', hintStates)),
    },
    result: pageOf(hintRow),
    search: {
      noun: '提示',
      page: menu,
      by: 'keyword',
      title: 'tips',
      about: ['pattern'],
      filters: { regexId: 'regexId' },
    },
  }),
  getRegexList: get('/api/HintMessage/GetRegexList', {
    menu,
    title: '匹配式',
    input: { keyword: optional(note('匹配式', keyword)) },
    result: list(hintRegex, '匹配式'),
  }),
  getHintMessageInfo: post('/api/HintMessage/GetHintMessageInfo/:id', {
    reads: true,
    menu,
    title: '提示',
    input: one,
    result: hintRow,
  }),
  addHintMessageInfo: post('/api/HintMessage/AddHintMessageInfo', {
    menu,
    button: 'add',
    title: '新增提示',
    audit: { action: '新增提示', record: recorded },
    input: hintForm,
    result: hintRow,
  }),
  editHintMessageInfo: post('/api/HintMessage/EditHintMessageInfo', {
    menu,
    button: 'edit',
    title: '修改提示',
    audit: { action: '修改提示', record: ['id'] },
    input: { ...one, ...hintForm },
    result: hintRow,
  }),
  delHintMessageInfo: post('/api/HintMessage/DelHintMessageInfo/:id', {
    menu,
    button: 'remove',
    title: '删除提示',
    audit: { action: '删除提示', record: ['id'] },
    input: one,
  }),
  /** Changes a pattern in every hint that has it. */
  editRegexInfo: post('/api/HintMessage/EditRegexInfo', {
    menu,
    button: 'edit',
    title: '修改匹配式',
    audit: { action: '修改匹配式', record: ['id', 'pattern'] },
    input: { ...one, pattern: hintPattern },
    result: group('匹配式', { id: id('匹配式'), hints: integer('提示数') }),
  }),
  /** What a message would bring up in an area; nothing is counted. */
  testMessage: post('/api/HintMessage/TestMessage', {
    reads: true,
    menu,
    button: 'test',
    title: '试一句原文',
    input: {
      message: text('中心原文', { max: 2000 }),
      infno: optional(code('交易', { max: 10 })),
      areaCode: hintForm.areaCode,
    },
    result: group('命中', { matches: list(hintMatch, '命中'), looked: integer('参与匹配的提示') }),
  }),
}

/** Its full text: /system-manager/lucene-manager. */
const fullText = {
  indexPaged: get('/api/HintMessage/IndexPaged', {
    menu: index,
    title: '索引',
    input: paging,
    result: pageOf(hintIndex),
  }),
  createLuceneIndex: post('/api/HintMessage/CreateLuceneIndex', {
    menu: index,
    button: 'handle',
    title: '重建索引',
    progress: true,
    audit: { action: '重建索引' },
    result: group('重建', { progressId: id('进度') }),
  }),
  optimiseLuceneIndex: post('/api/HintMessage/OptimiseLuceneIndex', {
    menu: index,
    button: 'handle',
    title: '优化索引',
    audit: { action: '优化索引' },
    result: group('优化', { before: integer('优化前（KB）'), after: integer('优化后（KB）') }),
  }),
  deleteLuceneIndex: post('/api/HintMessage/DeleteLuceneIndex', {
    menu: index,
    button: 'remove',
    title: '删除索引',
    audit: { action: '删除索引' },
  }),
  /** The 20 best hits among the hints of everywhere and of the asker's areas. */
  searchFromLucene: get('/api/HintMessage/SearchFromLucene', {
    menu: [index, menu],
    button: 'test',
    title: '全文检索',
    input: { keyword: text('关键字', keyword) },
    result: list(hintFound, '检索结果'),
  }),
}

export const hintMessage = {
  ...library,
  ...fullText,
  /** Advice for a message of the centre, the most particular first; none when the library knows nothing. */
  getGuideListByMsg: post('/api/HintMessage/GetGuideListByMsg', {
    reads: true,
    title: '提示办法',
    guest: true,
    input: { message: text('中心原文', { max: 2000 }), infno: optional(code('交易', { max: 10 })) },
    result: list(guide, '办法'),
  }),
}
