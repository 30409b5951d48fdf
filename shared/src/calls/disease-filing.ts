import { get, pageOf, paging, post } from '../call.ts'
import { filingDetail, filingForm, filingRow, filingState } from '../entities/disease-filing.ts'
import { code, day, dict, group, id, list, note, optional, text } from '../field.ts'

const menu = 'SpecialDiseaseMenu'
const ofId = { id: id('编号') }
const readId = optional(id('读卡编号'))
// What is recorded says nothing of the person.
const record = ['diseaseCode', 'diseaseName', 'hospitalCode', 'beginDay', 'endDay'] as const

/** /record-manager/special-disease-menu: 2503, 2504 and 5301 (domain.md 2.7 and 8.8). */
export const diseasesInfo = {
  /** Of a person by the reading of his card, never by his number: it would be in the address. */
  getPaged: get('/api/DiseasesInfo/GetPaged', {
    title: '慢特病备案',
    menu,
    scope: 'store',
    input: {
      ...paging,
      ...{ storeId: optional(id('门店')), readId },
      keyword: optional(note('病种名称/编码', { max: 50 })),
      insutype: optional(dict('险种', 'insutype')),
      state: optional(filingState),
      ...{ from: optional(day('开始日期起')), to: optional(day('开始日期止')) },
    },
    result: pageOf(filingRow),
  }),
  /** Kept here, of the person whose card was read; the centre is told by Upload. */
  add: post('/api/DiseasesInfo/Add', {
    title: '新增慢特病备案',
    menu,
    button: 'add',
    scope: 'store',
    audit: { action: '新增慢特病备案', record: [...record] },
    input: { readId: id('读卡编号'), ...filingForm },
    result: filingDetail,
  }),
  get: get('/api/DiseasesInfo/Get/:id', {
    title: '慢特病备案详情',
    menu,
    scope: 'store',
    input: ofId,
    result: filingDetail,
  }),
  /** The whole form, until the centre holds it. */
  update: post('/api/DiseasesInfo/Update', {
    title: '修改慢特病备案',
    menu,
    button: 'edit',
    scope: 'store',
    audit: { action: '修改慢特病备案', record: ['id', ...record] },
    input: { ...ofId, ...filingForm },
    result: filingDetail,
  }),
  /** 2503; where the last answer was lost the centre is asked first (5301). */
  upload: post('/api/DiseasesInfo/Upload/:id', {
    title: '上报慢特病备案',
    menu,
    button: 'upload',
    scope: 'store',
    audit: { action: '上报慢特病备案', record: ['id'] },
    input: ofId,
    result: filingDetail,
  }),
  /** 2504, which demands a reason; one that the centre does not hold is repealed here. */
  repealDiseasesInfo: post('/api/DiseasesInfo/RepealDiseasesInfo', {
    title: '撤销慢特病备案',
    menu,
    button: 'remove',
    scope: 'store',
    audit: { action: '撤销慢特病备案', record: ['id', 'reason'] },
    input: { ...ofId, reason: text('撤销原因', { max: 500 }) },
    result: filingDetail,
  }),
  /** The insurances a filing may be of: those of the person whose card was read, else all. */
  pullInsuTypes: get('/api/DiseasesInfo/PullInsuTypes', {
    title: '备案险种',
    menu,
    scope: 'store',
    input: { readId },
    result: list(group('险种', { value: code('编码'), name: text('名称') }), '险种'),
  }),
}
