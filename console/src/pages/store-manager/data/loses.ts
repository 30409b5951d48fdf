import type { ResultOf } from '@yibao/shared/call.ts'
import type { organ } from '@yibao/shared/calls/organ.ts'

type Waiting = ResultOf<typeof organ.pullWaiting>

/** What is told to a centre: its unit, and the page where a person ends what the system does not. */
const told = [
  { key: 'sales', unit: '条销售明细', page: '「销售明细」' },
  { key: 'stock', unit: '条进销存', page: '「目录差异」的「进销存」' },
  { key: 'prescriptions', unit: '条电子处方消息', page: '「处方管理」' },
] as const

const counted = (n: number, unit: string) => (n ? [`${n} ${unit}`] : [])

/** What closing a store takes away: what of it is still on its way to the centre, and what a person has to end before. */
export const losesText = ({ users }: { users: number }, waiting: Waiting): string => {
  const { days, visits, claims, stuck } = waiting
  const waits = [...told.flatMap(({ key, unit }) => counted(waiting[key], unit)), ...counted(visits, '个门诊挂号')]
  const left = told.flatMap((one) => (stuck?.[one.key] ? [{ ...one, text: `${stuck[one.key]} ${one.unit}` }] : []))
  const listed = (which: 'text' | 'page') => left.map((one) => one[which]).join('、')
  return [
    `${users} 个店员立即退出，不能再登录；下载不再处理这家门店。可随时再启用。`,
    waits.length ? `还没有报给医保中心的有 ${waits.join('、')}。` : '',
    `停用后 ${days} 天内系统继续上报未报的，并在夜间核对最后几天的账；之后要重新启用才能上报。`,
    left.length
      ? `另有 ${listed('text')}系统不再自己上报，停用后没有店员能处理、首页也不再提示：请先到${listed('page')}处理完再停用。`
      : '',
    claims ? `还有 ${claims} 份清算申请在医保中心办理，停用后系统继续查询，结果看「清算申请」。` : '',
  ].join('')
}
