import type { audit } from '@yibao/shared/calls/audit.ts'
import type { RuleKind } from '@yibao/shared/entities/audit.ts'
import type { RowOf } from '../../../kit/index.ts'

export type Row = RowOf<typeof audit.rulePaged>

const condition: Record<RuleKind, readonly string[]> = {
  repeat: ['days', 'same'],
  quantity: ['most', 'days', 'daily', 'dailyUnit', 'cumulative', 'same'],
  indication: ['diseases'],
  coverage: ['diseases'],
  person: ['gender', 'ageFrom', 'ageTo'],
  noRx: [],
  overPrice: ['priceCap'],
  conflict: ['against', 'days'],
  swap: ['similarity'],
}

/** What a kind looks for, before it is filled in. */
export const aboutKind: Record<RuleKind, string> = {
  repeat: '两次购药的间隔少于「天数」时提示。当天算第 1 天：填 7，第 7 天以后再买不提示。',
  quantity:
    '填「一次最多」，按盒、瓶计；或填「天数」和「每日用量」，按规格（如 0.5g*30片）换算，换算不出的不提示。「计入已购」把这些天内已购的也算进来。',
  indication: '「病种或诊断」填病种编码（可只写开头）或诊断中的文字；慢特病的病种、处方上的诊断都不符时提示。',
  coverage:
    '「病种或诊断」填慢特病的病种编码（可只写开头）或名称，「适用药品」填它可用的全部药品；同一病种可以分写几条，合起来算。收银台按它分单：范围外的药品按普通购药另结一笔；分不开的（ERP 开的单）提示。',
  person: '填这些药品可以用的性别、年龄（周岁，含两端；生日当天满岁），至少填一项；不在其中时提示。',
  noRx: '这些药品没有关联处方时提示。',
  overPrice: '「限价」不填时按商品目录的限价；涉及金额是超出的部分。',
  conflict: '与「不能同用的药品」在同一单，或填了「天数」时在这些天内购过，就提示。',
  swap: '按「目录差异」最近一次比对：与国家码的目录相似度低于此数时提示。',
}

/** The fields of a rule's form by its kind: first what it says, then what it looks for, then whom and when it is about. */
export const fieldsOf = (kind: RuleKind): string[] => {
  const scope = kind === 'person' || kind === 'coverage' ? [] : ['gender', 'ageFrom', 'ageTo']
  return [
    ...['name', 'level', 'message', 'advice', 'reasonRequired', 'drugs'],
    ...condition[kind],
    ...['medicalTypes', 'insutypes', ...scope, 'beginDay', 'endDay'],
  ]
}
