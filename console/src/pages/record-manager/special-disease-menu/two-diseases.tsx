import { twoDiseases } from '@yibao/shared/calls/filing.ts'
import { residents } from '@yibao/shared/entities/filing.ts'
import { formatDay } from '@yibao/shared/time.ts'
import { defineFiling } from '../../../filing/define-filing.tsx'
import { hiddenColumns } from '../../../kit/index.ts'

/** 门诊两病备案: which resident is filed for 高血压 or 糖尿病, until when (2691-2694, 2595, 2596, 5395; domain.md 2.7). */
export const TwoDiseases = defineFiling({
  tableId: 'special-disease-menu.two',
  calls: twoDiseases,
  domain: 'twoDiseases',
  what: '门诊两病备案',
  about: (row) => (row as unknown as { diseaseName: string }).diseaseName,
  asksStanding: true,
  filters: ['name', { key: 'keyword', title: '病种', placeholder: '名称/编码' } as never, 'insutype'],
  columns: [
    { key: 'diseaseName', width: 100 },
    { key: 'limit', width: 100 },
    { key: 'hospitalName', width: 190 },
    ...hiddenColumns({ diseaseCode: 100, insutype: 150, hospitalCode: 130, doctorCode: 130, appliedOn: 105 }),
  ],
  fields: [
    ...['insutype', 'diseaseCode', 'diseaseName', 'condition', 'treatment', 'limit', 'hospitalCode', 'hospitalName'],
    ...['doctorCode', 'doctorOpinion', 'doctorOpinionOn', 'applyReason', 'appliedOn', 'beginDay', 'endDay', 'address'],
    ...['memo', 'agentName', 'agentRelation', 'agentCertType', 'agentCertNo', 'agentTel', 'agentAddress'],
  ],
  insured: {
    by: residents,
    none: '没有城乡居民医保，不能办理门诊两病备案。职工医保的高血压、糖尿病请办理慢特病备案',
  },
  initial: ({ insutype }) => {
    const today = formatDay(new Date())
    return { insutype, doctorOpinionOn: today, appliedOn: today, beginDay: today }
  },
  intro: '按医疗机构出具的两病申请材料填写，一个病种一条。先保存草稿，核对后按「上报」送到医保中心。',
  searched: {
    diseaseCode: { kind: 'twoDiseases', name: 'diseaseName' },
    hospitalCode: { kind: 'hospital', name: 'hospitalName' },
  },
  groups: [
    { title: '参保人', fields: ['maskedName', 'maskedCertNo', 'insutype', 'address'] },
    { title: '病种', fields: ['diseaseCode', 'diseaseName', 'limit', 'beginDay', 'endDay'] },
    {
      title: '申请',
      fields: [
        ...['hospitalCode', 'hospitalName', 'condition', 'treatment', 'doctorCode', 'doctorOpinion'],
        ...['doctorOpinionOn', 'applyReason', 'appliedOn', 'memo'],
      ],
    },
    {
      title: '代办人',
      shown: ({ agentName }) => agentName !== undefined,
      fields: ['agentName', 'agentRelation', 'agentCertType', 'agentCertNo', 'agentTel', 'agentAddress'],
    },
  ],
})
