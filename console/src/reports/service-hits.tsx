import type { InputOf } from '@yibao/shared/call.ts'
import { serviceHit } from '@yibao/shared/calls/service-hit.ts'
import { addDays, formatDay } from '@yibao/shared/time.ts'
import { useCall } from '../api/index.ts'
import { type InputProps, OneSelect, optionsRead } from '../kit/index.ts'

const useOptions = () => useCall(serviceHit.options, {})

const ServiceSelect = (props: InputProps) => {
  const answer = useOptions()
  const options = answer.data?.services.map(({ serviceName, title, path }) => ({
    value: serviceName,
    label: `${title} ${path}`,
  }))
  return <OneSelect {...props} wide placeholder="全部服务" read={optionsRead(answer)} options={options} />
}

const HitCompanySelect = (props: InputProps) => {
  const answer = useOptions()
  const options = answer.data?.companies.map(({ companyId, name }) => ({ value: companyId, label: name }))
  return <OneSelect {...props} wide placeholder="全部公司" read={optionsRead(answer)} options={options} />
}

/** What both pages of hits ask and show. */
export const hitReport = {
  empty: '这段时间没有调用记录。请放宽日期或条件',
  filters: [
    'from' as const,
    'to' as const,
    { key: 'serviceName' as const, input: ServiceSelect },
    { key: 'companyId' as const, input: HitCompanySelect },
  ],
  kept: 400,
  groupBy: 'groupBy' as const,
  chart: {
    ...{ bars: ['calls'], line: 'rate', units: { bars: '次', line: '%' }, most: 20 },
    // 读卡 /api/Card/Read
    short: (name: string) => name.split(' /')[0]!,
  },
}

/** The last week, as a first visit shows it. */
export const lastWeek = () => {
  const to = formatDay(new Date())
  return { from: addDays(to, -6), to }
}

/** The path of a page of hits for a question. */
export const hitPage = (page: 'chart' | 'by-day', asked: Record<string, string | undefined>): string => {
  const set = Object.entries(asked).flatMap(([name, value]) => (value ? [[name, value]] : []))
  return `/system-manager/service-hit-statistics-${page}?${new URLSearchParams(set)}`
}

type Question = Partial<InputOf<typeof serviceHit.chart>>

/** Where a bar leads: a service to its days, a day to its services. */
export const hitsBehind = ({ key }: { key: string }, question: Question): { calls: string } => {
  const { from: begin, to: end, companyId, serviceName, groupBy } = question
  if (groupBy !== 'day') return { calls: hitPage('by-day', { serviceName: key, begin, end, companyId }) }
  const day = { 'f.from': key, 'f.to': key, 'f.groupBy': 'service' }
  return { calls: hitPage('chart', { ...day, 'f.companyId': companyId, 'f.serviceName': serviceName }) }
}
