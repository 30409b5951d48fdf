import { specialMedical } from '@yibao/shared/calls/filing.ts'
import { formatDay } from '@yibao/shared/time.ts'
import { defineFiling } from '../../filing/define-filing.tsx'
import { hiddenColumns } from '../../kit/index.ts'
import { Left } from './special-medical-menu/left.tsx'

/** 特药备案: who may have which special drug, and how much of it is left (2591, 2594, 5391; domain.md 8.8). */
export default defineFiling({
  tableId: 'special-medical-menu',
  calls: specialMedical,
  domain: 'specialMedical',
  what: '特药备案',
  about: (row) => (row as unknown as { drugName: string }).drugName,
  asksStanding: true,
  filters: ['name', { key: 'keyword', title: '药品', placeholder: '名称/编码' } as never, 'doctor'],
  columns: [
    { key: 'drugName', width: 130 },
    { key: 'diseaseName', width: 110 },
    { key: 'doctorName', width: 90 },
    { key: 'limit', width: 90 },
    ...hiddenColumns({ drugCode: 200, diseaseCode: 100, hospitalName: 150, insutype: 130, appliedOn: 105 }),
  ],
  fields: [
    ...['insutype', 'drugCode', 'drugName', 'limit', 'diseaseCode', 'diseaseName', 'basis', 'hospitalCode'],
    ...['hospitalName', 'doctorCode', 'doctorName', 'appliedOn', 'beginDay', 'endDay', 'address'],
    ...['agentName', 'agentRelation', 'agentCertType', 'agentCertNo', 'agentTel', 'agentAddress'],
  ],
  initial: ({ insutype }) => {
    const today = formatDay(new Date())
    return { insutype, appliedOn: today, beginDay: today }
  },
  intro: '按责任医师的申请材料填写，一种药品一条。先保存草稿，核对后按「上报」送到医保中心（2591）。',
  searched: {
    drugCode: { kind: 'drug', name: 'drugName' },
    diseaseCode: { kind: '1307', name: 'diseaseName' },
    hospitalCode: { kind: 'hospital', name: 'hospitalName' },
  },
  groups: [
    { title: '参保人', fields: ['maskedName', 'maskedCertNo', 'insutype', 'address'] },
    { title: '药品', fields: ['drugCode', 'drugName', 'limit', 'beginDay', 'endDay'] },
    {
      title: '申请',
      fields: [
        ...['diseaseCode', 'diseaseName', 'basis', 'hospitalCode', 'hospitalName', 'doctorCode', 'doctorName'],
        'appliedOn',
      ],
    },
    {
      title: '代办人',
      shown: ({ agentName }) => agentName !== undefined,
      fields: ['agentName', 'agentRelation', 'agentCertType', 'agentCertNo', 'agentTel', 'agentAddress'],
    },
  ],
  lead: ({ id }) => <Left id={id} />,
})
