import { type InputProps, late } from '../kit/index.ts'

const part = (name: 'AreaInput' | 'CompanyInput') =>
  late<InputProps>(async () => ({ default: (await import('./place-selects.tsx'))[name] }), undefined, false)

/** Area and company of a list of many stores' orders: few ask for one, so they are read when 更多 is opened. */
export const placeFilters = [
  { key: 'areaCode' as const, title: '区划', more: true, input: part('AreaInput') },
  { key: 'companyId' as const, title: '公司', more: true, input: part('CompanyInput') },
]
