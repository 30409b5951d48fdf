import { diseasesInfo } from '@yibao/shared/calls/filing.ts'
import { formatDay } from '@yibao/shared/time.ts'
import { defineFiling } from '../../../filing/define-filing.tsx'
import { hiddenColumns } from '../../../kit/index.ts'

/** 慢特病备案: who is filed for which chronic disease, until when (2503, 2504, 5301; domain.md 8.8). */
export const Chronic = defineFiling({
  tableId: 'special-disease-menu',
  calls: diseasesInfo,
  domain: 'diseasesInfo',
  what: '慢特病备案',
  about: (row) => (row as unknown as { diseaseName: string }).diseaseName,
  filters: ['name', { key: 'keyword', title: '病种', placeholder: '名称/编码' } as never, 'insutype'],
  columns: [
    { key: 'diseaseName', width: 150 },
    { key: 'insutype', width: 130 },
    { key: 'hospitalName', width: 130 },
    ...hiddenColumns({ diseaseCode: 100, identifiedOn: 105, doctorName: 90, doctorCode: 130, hospitalCode: 130 }),
  ],
  fields: [
    ...['insutype', 'diseaseCode', 'diseaseName', 'hospitalCode', 'hospitalName', 'identifiedOn'],
    ...['doctorCode', 'doctorName', 'beginDay', 'endDay', 'tel', 'address'],
  ],
  initial: ({ insutype }) => ({ insutype, beginDay: formatDay(new Date()) }),
  intro: '按鉴定机构出具的认定材料填写。先保存草稿，核对后按「上报」送到医保中心（2503）。',
  searched: {
    diseaseCode: { kind: '1309', name: 'diseaseName' },
    hospitalCode: { kind: 'hospital', name: 'hospitalName' },
  },
  groups: [
    { title: '参保人', fields: ['maskedName', 'maskedCertNo', 'insutype', 'tel', 'address'] },
    { title: '病种', fields: ['diseaseCode', 'diseaseName', 'beginDay', 'endDay'] },
    { title: '鉴定', fields: ['hospitalCode', 'hospitalName', 'identifiedOn', 'doctorCode', 'doctorName'] },
  ],
})
