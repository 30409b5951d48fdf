import { fileDisease, repealDisease } from '../../../centre/operations/disease-filing.ts'
import { queryChronic } from '../../../centre/operations/person-records.ts'
import { checkInsurance, insuredAreaOf } from './insurance.ts'
import { type Kind, textOf } from './kind.ts'
import { mapped } from './mapped.ts'

/** 慢特病备案: 2503, 2504 and 5301. */
export const disease: Kind = {
  name: 'disease',
  what: '慢特病备案',
  infnos: ['2503', '2504', '5301'],
  subject: ({ form }) => ({ code: textOf(form, 'diseaseCode'), name: textOf(form, 'diseaseName') }),
  part: () => '',
  check: (_, written) => checkInsurance(written),
  upload: (found, run) => {
    const { one, personal } = found
    const text = (name: string) => textOf(one.form, name)
    return run(fileDisease, {
      ...{ psnNo: personal.psnNo, insuredArea: insuredAreaOf(found), insutype: text('insutype') },
      ...{ diseaseCode: text('diseaseCode'), diseaseName: text('diseaseName') },
      ...{ tel: personal.written.tel ?? '', address: personal.written.address ?? '' },
      ...{ hospitalCode: text('hospitalCode'), hospitalName: text('hospitalName') },
      ...{ identifiedOn: text('identifiedOn'), doctorCode: text('doctorCode'), doctorName: text('doctorName') },
      ...{ beginDay: text('beginDay'), endDay: text('endDay') },
    })
  },
  repeal: ({ one, personal }, reason, run) => run(repealDisease, { serial: one.serial, psnNo: personal.psnNo, reason }),
  held: async (psnNo, run) =>
    mapped(await run(queryChronic, { psnNo }), ({ code, name, from, until = '' }) => ({
      ...{ code, name, beginDay: from, endDay: until, about: '', part: '' },
    })),
  advice: () => '由其他机构或中心备案，刷卡时可以直接使用，不必再报',
}
