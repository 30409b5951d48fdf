/** 20 characters. */
export const longName = '阿卜杜热依木江·买买提艾力·吐尔逊尼亚孜'
/** What says in words how somebody is. */
export const illness = {
  ...{ condition: '血压 168/102，头晕', treatment: '氨氯地平每日一片', doctorOpinion: '陈䶮𠮷：符合两病用药条件' },
  ...{ applyReason: '长期服药', memo: '合并肾病' },
}
/** What lists show of it. */
export const listed = {
  ...{ insutype: '390', diseaseCode: 'M03900', diseaseName: '高血压', limit: '360.00' },
  ...{ hospitalCode: 'H32050100001', hospitalName: '示例社区卫生服务中心', doctorCode: 'D320501000001' },
  ...{ doctorOpinionOn: '2026-10-08', appliedOn: '2026-10-08', beginDay: '2026-10-09', endDay: '2027-10-08' },
}
/** A whole filing of 高血压 as a clerk writes it, without an agent. */
export const form = { ...listed, ...illness }
