import { get, pageOf, paging, post } from '../call.ts'
import {
  comparedRow,
  diseaseDetail,
  diseaseKind,
  diseaseRow,
  entryChoice,
  entryDetail,
  entrySource,
  itemForm,
  itemKind,
  itemLevel,
  itemRow,
  priceCapRow,
  selfPayRow,
  sourceRow,
  validity,
} from '../entities/catalogue.ts'
import { choice, code, dict, flag, group, id, integer, list, note, optional, text } from '../field.ts'
import { omit } from '../omit.ts'

const menu = 'DrugMenu'
const area = { medicalAreaCode: optional(code('区划', { max: 6 })) }
const entryId = { id: itemRow.shape.id, ...area }
const progress = { progress: true, result: group('下载', { progressId: id('进度') }) } as const
const ofCode = { ...area, code: code('国家码', { max: 60 }) }
const size = integer('条数', { min: 100, max: 1_000_000 })
const store = { storeId: optional(id('门店')) }

/** /menu-manager/drug-menu; SearchItemDirectoryList is the counter's (catalogue.ts). */
export const catalogueMenu = {
  getItemDirectoryByPage: get('/api/Catalogue/GetItemDirectoryByPage', {
    title: '药品目录',
    menu,
    input: {
      ...paging,
      ...area,
      /** A name's characters, its pinyin initials or the beginning of a code. */
      keyword: optional(note('名称/首字母/编码', { max: 60 })),
      kind: optional(itemKind),
      listType: optional(dict('目录类别', 'list_type')),
      level: optional(itemLevel),
      producer: optional(note('生产企业', { max: 60 })),
      aprvno: optional(note('批准文号', { max: 60 })),
      limited: optional(flag('限制使用')),
      negotiated: optional(flag('谈判药')),
      validity: optional(validity),
      source: optional(entrySource),
      mapping: optional(choice('对照', { mapped: '已对照', unmapped: '未对照' })),
      version: optional(note('版本', { max: 30 })),
    },
    result: pageOf(itemRow),
  }),
  getItemDirectoryBySelect: get('/api/Catalogue/GetItemDirectoryBySelect', {
    title: '查找目录',
    menu: ['DrugMenu', 'MenuDiff'],
    input: { ...area, keyword: text('关键字', { max: 60 }), limit: optional(integer('条数', { min: 1, max: 50 })) },
    result: list(entryChoice, '目录'),
  }),
  getItemDirectoryById: get('/api/Catalogue/GetItemDirectoryById', {
    title: '目录详情',
    menu: ['DrugMenu', 'MenuDiff'],
    input: entryId,
    result: entryDetail,
  }),
  getMaxVersionInfo: get('/api/Catalogue/GetMaxVersionInfo', {
    title: '目录版本',
    menu,
    input: area,
    result: list(sourceRow, '目录版本'),
  }),
  /** What is newer in every file, or everything again. */
  downloadCatalogue: get('/api/Catalogue/DownloadCatalogue', {
    title: '下载目录',
    menu,
    button: 'download',
    audit: { action: '下载目录', record: ['full', 'medicalAreaCode'] },
    input: { ...area, full: optional(flag('全部重新下载')) },
    ...progress,
  }),
  /** At most `size` rows of one file; asked again it goes on behind them. */
  downloadCatalogueBySize: get('/api/Catalogue/DownloadCatalogueBySize', {
    title: '分批下载目录',
    menu,
    button: 'download',
    audit: { action: '分批下载目录', record: ['kind', 'size', 'medicalAreaCode'] },
    input: { ...area, kind: itemKind, size },
    ...progress,
  }),
  /** The insured items of 1312, which electronic prescriptions are written from. */
  downloadEcRxCatalogueBySize: get('/api/Catalogue/DownloadEcRxCatalogueBySize', {
    title: '下载电子处方目录',
    menu,
    button: 'download',
    audit: { action: '下载电子处方目录', record: ['size', 'medicalAreaCode'] },
    input: { ...area, size },
    ...progress,
  }),
  /** Caps as they were downloaded. */
  getLimitPriceDictionaryInfo: get('/api/Catalogue/GetLimitPriceDictionaryInfo', {
    title: '限价',
    menu,
    input: ofCode,
    result: list(priceCapRow, '限价'),
  }),
  /** Caps as the centre has them now (1318); what it answers is kept. */
  medicalInsuranceCatalogFixedPriceInfoQuery: post('/api/Catalogue/MedicalInsuranceCatalogFixedPriceInfoQuery', {
    title: '查询中心限价',
    menu,
    audit: { action: '查询中心限价', target: ['code'], record: ['code', 'medicalAreaCode'] },
    input: ofCode,
    result: list(priceCapRow, '限价'),
  }),
  /** Shares as they were downloaded. */
  getSelfPayDictionaryInfo: get('/api/Catalogue/GetSelfPayDictionaryInfo', {
    title: '先自付比例',
    menu,
    input: ofCode,
    result: list(selfPayRow, '先自付比例'),
  }),
  /** Shares as the centre has them now (1319); what it answers is kept. */
  medicalInsuranceCatalogOwnExpenseRatioInfoQuery: get(
    '/api/Catalogue/MedicalInsuranceCatalogOwnExpenseRatioInfoQuery',
    { title: '查询中心自付比例', menu, input: ofCode, result: list(selfPayRow, '先自付比例') },
  ),
  addCatalogue: post('/api/Catalogue/AddCatalogue', {
    title: '新增本地目录',
    menu,
    button: 'add',
    audit: { action: '新增本地目录', record: ['kind', 'code', 'name', 'medicalAreaCode'] },
    input: { ...itemForm.shape, ...area },
    result: itemRow,
  }),
  updateCatalogue: post('/api/Catalogue/UpdateCatalogue', {
    title: '修改本地目录',
    menu,
    button: 'edit',
    audit: { action: '修改本地目录', record: ['id', 'name', 'medicalAreaCode'] },
    input: { ...omit(itemForm.shape, 'kind', 'code'), ...entryId },
    result: itemRow,
  }),
  delCatalogue: post('/api/Catalogue/delCatalogue', {
    title: '删除本地目录',
    menu,
    button: 'remove',
    audit: { action: '删除本地目录', record: ['id', 'medicalAreaCode'] },
    input: entryId,
  }),
  /** 3301 of one item of a store; an operator's own store without `storeId`. */
  matchItem: post('/api/Catalogue/MatchItem', {
    title: '对照商品',
    menu: ['DrugMenu', 'MenuDiff'],
    button: 'handle',
    scope: 'store',
    audit: { action: '对照商品', record: ['ownCode', 'nationalCode', 'storeId'] },
    input: { ...store, ownCode: code('商品编码', { max: 30 }), nationalCode: code('国家码', { max: 30 }) },
  }),
  /** 3302 of one item of a store. */
  unmatchItem: post('/api/Catalogue/UnmatchItem', {
    title: '撤销对照',
    menu: ['DrugMenu', 'MenuDiff'],
    button: 'handle',
    scope: 'store',
    audit: { action: '撤销对照', record: ['ownCode', 'nationalCode', 'storeId'] },
    /** `nationalCode`: only this mapping. A code typed wrong would take another item's away, which nobody then insures. */
    input: {
      ...{ ...store, ownCode: code('商品编码', { max: 30 }), nationalCode: optional(code('国家码', { max: 30 })) },
    },
  }),
  /** 3301 of every mapping that a sheet brought in, 100 at a time, for the stores of the asker; `refused`: those too. */
  importMatches: post('/api/Catalogue/ImportMatches', {
    title: '上报导入的对照',
    menu: ['DrugMenu', 'MenuDiff'],
    button: 'import',
    scope: 'store',
    audit: { action: '上报导入的对照', record: ['storeId', 'refused'] },
    input: { ...store, refused: optional(flag('连同被拒绝的')) },
    ...progress,
  }),
  /** 3301 of all that is mapped, told before or not, of one store or of each of the asker's: its centre may be another one now. */
  resendMatches: post('/api/Catalogue/ResendMatches', {
    title: '重新上报全部对照',
    menu: ['DrugMenu', 'MenuDiff'],
    button: 'import',
    scope: 'store',
    audit: { action: '重新上报全部对照', record: ['storeId'] },
    input: store,
    ...progress,
  }),
}

const diseases = 'DiseaseMenu'

/** /menu-manager/disease-menu */
export const disease = {
  getDiseaseByPage: get('/api/Disease/GetDiseaseByPage', {
    title: '病种目录',
    menu: diseases,
    input: {
      ...paging,
      ...area,
      keyword: optional(note('名称/首字母/编码', { max: 60 })),
      kind: optional(diseaseKind),
      validity: optional(validity),
      version: optional(note('版本', { max: 30 })),
      common: optional(flag('常用')),
    },
    result: pageOf(diseaseRow),
  }),
  get: get('/api/Disease/Get', {
    title: '病种详情',
    menu: diseases,
    input: { id: diseaseRow.shape.id, ...area },
    result: diseaseDetail,
  }),
  setCommon: post('/api/Disease/SetCommon', {
    title: '设为常用病种',
    menu: diseases,
    button: 'edit',
    audit: { action: '设置常用病种', record: ['common', 'medicalAreaCode'] },
    input: { ...area, ids: list(diseaseRow.shape.id, '病种', { max: 200 }), common: flag('常用') },
  }),
  /** What the centre has that is newer than each local version; takes nothing in. */
  compareVersion: get('/api/Disease/CompareVersion', {
    title: '比较病种目录版本',
    menu: diseases,
    button: 'download',
    input: area,
    result: list(comparedRow, '版本比较'),
  }),
  getMaxVersionInfo: get('/api/Disease/GetMaxVersionInfo', {
    title: '病种目录版本',
    menu: diseases,
    input: area,
    result: list(sourceRow, '目录版本'),
  }),
  downloadDisease: get('/api/Disease/DownloadDisease', {
    title: '下载病种目录',
    menu: diseases,
    button: 'download',
    audit: { action: '下载病种目录', record: ['kind', 'full', 'medicalAreaCode'] },
    input: { ...area, kind: optional(diseaseKind), full: optional(flag('全部重新下载')) },
    ...progress,
  }),
  searchDiseaseList: get('/api/Disease/SearchDiseaseList', {
    title: '查找病种',
    menu: [diseases, 'SwipingCard', 'DiseaseSelect', 'SpecialDiseaseMenu', 'SpecialMedicalMenu'],
    input: {
      ...area,
      keyword: text('关键字', { max: 60 }),
      kind: optional(diseaseKind),
      limit: optional(integer('条数', { min: 1, max: 50 })),
    },
    result: list(diseaseRow, '病种'),
  }),
}
