import { choice, code, day, dict, group, id, note, optional, phone, text, time } from '../field.ts'
import { omit } from '../omit.ts'

/** How a filing stands with the centre. `unknown`: the answer was lost, the next step asks before it sends. */
export const filingState = choice('状态', {
  draft: '未上报',
  uploaded: '已上报',
  refused: '未通过',
  unknown: '结果未知',
  repealed: '已撤销',
})

/** What a person writes of a chronic disease's filing (2503): what the standard demands is demanded here. */
export const filingForm = {
  insutype: dict('险种', 'insutype'),
  diseaseCode: code('病种编码', { max: 30 }),
  diseaseName: text('病种名称', { max: 300 }),
  hospitalCode: code('鉴定机构编号', { max: 30 }),
  hospitalName: text('鉴定机构名称', { max: 200 }),
  identifiedOn: day('鉴定日期'),
  doctorCode: code('诊断医师编码', { max: 30 }),
  doctorName: text('诊断医师', { max: 50 }),
  beginDay: day('开始日期'),
  endDay: optional(day('结束日期')),
  tel: optional(phone('联系电话')),
  address: optional(note('联系地址', { max: 200 })),
}

/** A filing in a list; whose it is shows masked. */
export const filingRow = group('慢特病备案', {
  ...{ id: id('编号'), storeId: id('门店编号'), storeName: text('门店') },
  ...{ maskedName: text('姓名'), maskedCertNo: note('证件号码') },
  ...omit(filingForm, 'tel', 'address'),
  serial: note('待遇申报流水号'),
  state: filingState,
  ...{ message: note('说明'), reason: note('撤销原因'), operatorName: note('经办人') },
  ...{ changedAt: time('修改时间'), uploadedAt: optional(time('上报时间')) },
})

/** A filing whole. */
export const filingDetail = group('慢特病备案', {
  ...filingRow.shape,
  tel: note('联系电话'),
  address: note('联系地址'),
})
