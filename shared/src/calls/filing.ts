import { type ButtonCode, get, pageOf, paging, post } from '../call.ts'
import {
  agentForm,
  basisForm,
  comparison,
  contactForm,
  designationForm,
  diseaseForm,
  filingDue,
  filingHead,
  filingState,
  filingTail,
  illnessForm,
  specialDrugForm,
  twoDiseasesForm,
} from '../entities/filing.ts'
import {
  code,
  day,
  dict,
  flag,
  group,
  id,
  integer,
  list,
  note,
  optional,
  quantity,
  type Schema,
  text,
} from '../field.ts'

type Shape = Record<string, Schema>

interface FilingSpec<Open extends Shape, Sealed extends Shape, Filters extends Shape> {
  /** What people call it. */
  what: string
  controller: string
  menu: string
  /** Button of a change before the centre holds it. */
  edit: ButtonCode
  repeal: string
  /** What lists and the operation log may show of the form. */
  open: Open
  /** What only the filing itself shows. */
  sealed: Sealed
  filters: Filters
}

const ofId = { id: id('编号') }
const readId = optional(id('读卡编号'))

/** The calls every kind of filing has: a draft is written, told to the centre and taken back (domain.md 2.7, 8.8). */
const filingCalls = <Open extends Shape, Sealed extends Shape, Filters extends Shape>({
  what,
  controller,
  menu,
  edit,
  repeal,
  open,
  sealed,
  filters,
}: FilingSpec<Open, Sealed, Filters>) => {
  const row = group(what, { ...filingHead, ...open, ...filingTail })
  const detail = group(what, { ...row.shape, ...sealed })
  const form = { ...open, ...sealed }
  const record = Object.keys(open) as never[]
  const path = (action: string) => `/api/${controller}/${action}`
  const common = { menu, scope: 'store' } as const
  return {
    /** Of a person by the reading of his card, never by his number: it would be in the address. */
    getPaged: get(path('GetPaged'), {
      ...{ ...common, title: what },
      input: {
        ...paging,
        ...{ storeId: optional(id('门店')), readId, name: optional(note('姓名', { max: 50 })) },
        keyword: optional(note('名称/编码', { max: 50 })),
        ...{ state: optional(filingState), due: optional(filingDue) },
        ...{ from: optional(day('开始日期起')), to: optional(day('开始日期止')) },
        ...filters,
      },
      result: pageOf(row),
    }),
    /** Kept here, of the person whose card was read; the centre is told by Upload. */
    add: post(path('Add'), {
      ...{ ...common, title: `新增${what}`, button: 'add', audit: { action: `新增${what}`, record } },
      input: { readId: id('读卡编号'), ...form },
      result: detail,
    }),
    get: get(path('Get/:id'), { ...common, title: `${what}详情`, input: ofId, result: detail }),
    /** The whole form, until the centre holds it. */
    update: post(path('Update'), {
      ...{ ...common, title: `修改${what}`, button: edit, audit: { action: `修改${what}`, record: ['id', ...record] } },
      input: { ...ofId, ...form },
      result: detail,
    }),
    /** Where the last answer was lost the centre is asked first. */
    upload: post(path('Upload/:id'), {
      ...{ ...common, title: `上报${what}`, button: 'upload', audit: { action: `上报${what}`, record: ['id'] } },
      input: ofId,
      result: detail,
    }),
    /** The form that the person signs, on A4: it has his name whole, so who printed it is recorded. */
    print: get(path('Print/:id'), {
      ...{ ...common, title: `打印${what}表`, button: 'print', file: 'application/pdf' },
      audit: { action: `打印${what}表`, record: ['id'] },
      input: ofId,
    }),
    /** Demands a reason; one that the centre does not hold is repealed here. */
    repeal: post(path(repeal), {
      ...{ ...common, title: `撤销${what}`, button: 'remove' },
      audit: { action: `撤销${what}`, record: ['id', 'reason'] },
      input: { ...ofId, reason: text('撤销原因', { max: 500 }) },
      result: detail,
    }),
    /** What the centre holds of the person of a filing, or of the person read, beside what we hold; changes nothing. */
    compare: get(path('Compare'), {
      ...{ ...common, title: `核对${what}` },
      input: { id: optional(ofId.id), readId },
      result: comparison,
    }),
    /** Whether the area's centre takes such filings at all: an edition of the standard may lack them. */
    standing: get(path('Standing'), {
      ...{ ...common, title: `${what}接口` },
      result: group('接口', { taken: flag('可上报'), note: note('说明') }),
    }),
  }
}

/** The insurances a filing may be of: those of the person whose card was read, else all. */
const pullInsuTypes = (controller: string, menu: string) =>
  get(`/api/${controller}/PullInsuTypes`, {
    ...{ menu, scope: 'store', title: '备案险种' },
    input: { readId },
    result: list(group('险种', { value: code('编码'), name: text('名称') }), '险种'),
  })

const insutype = optional(dict('险种', 'insutype'))

/** /record-manager/special-disease-menu: 2503, 2504 and 5301. */
export const diseasesInfo = {
  ...filingCalls({
    ...{ what: '慢特病备案', controller: 'DiseasesInfo', menu: 'SpecialDiseaseMenu', edit: 'edit' },
    ...{ repeal: 'RepealDiseasesInfo', open: diseaseForm, sealed: contactForm, filters: { insutype } },
  }),
  pullInsuTypes: pullInsuTypes('DiseasesInfo', 'SpecialDiseaseMenu'),
}

/** The other side of /record-manager/special-disease-menu: 2691-2694 of Hunan's edition, 2595, 2596 and 5395 of Jiangxi's. */
export const twoDiseases = {
  ...filingCalls({
    ...{ what: '门诊两病备案', controller: 'TwoDiseases', menu: 'SpecialDiseaseMenu', edit: 'edit', repeal: 'Repeal' },
    ...{ open: twoDiseasesForm, sealed: { ...illnessForm, address: contactForm.address, ...agentForm } },
    filters: { insutype },
  }),
  /** The two diseases as the area's catalogue has them: nothing else can be filed so. */
  pullDiseases: get('/api/TwoDiseases/PullDiseases', {
    ...{ menu: 'SpecialDiseaseMenu', title: '两病病种' },
    result: list(group('病种', { value: code('编码'), name: text('名称') }), '病种'),
  }),
}

/** /record-manager/personnel-fixed-filling: 2505, 2506 and 5302. Who adds a draft may correct it. */
export const fixedFiling = filingCalls({
  ...{ what: '人员定点备案', controller: 'FixedFiling', menu: 'PersonnelFixedFilling', edit: 'add', repeal: 'Repeal' },
  ...{ open: designationForm, sealed: { ...contactForm, ...agentForm } },
  filters: { businessType: optional(dict('业务申请类型', 'biz_appy_type')) },
})

/** /record-manager/special-medical-menu: 2591, 2594 and 5391 of Jiangxi's edition. */
export const specialMedical = {
  ...filingCalls({
    ...{ what: '特药备案', controller: 'SpecialMedical', menu: 'SpecialMedicalMenu', edit: 'add', repeal: 'Repeal' },
    ...{ open: specialDrugForm, sealed: { ...basisForm, address: contactForm.address, ...agentForm } },
    filters: { insutype, doctor: optional(note('医师', { max: 50 })) },
  }),
  pullInsuTypes: pullInsuTypes('SpecialMedical', 'SpecialMedicalMenu'),
  /** What is left of the limit that was applied for, by what the filing's own store has settled of the drug. */
  left: get('/api/SpecialMedical/Left/:id', {
    ...{ menu: 'SpecialMedicalMenu', scope: 'store', title: '特药剩余数量' },
    input: ofId,
    result: group('剩余数量', {
      limit: integer('限额数量'),
      used: quantity('本店已结算'),
      left: quantity('剩余数量'),
    }),
  }),
}
