import { Input } from 'antd'
import { type InputProps, late } from '../kit/index.ts'
import { useMe } from '../state/me.ts'
import { CompanyFilter } from './company-filter.tsx'

const AreaSelect = late<InputProps>(
  async () => ({ default: (await import('./area-select.tsx')).SuperAreaSelect }),
  undefined,
  false,
)

/** 区划 among the filters behind 更多. Who works in an area sees that one alone: the server keeps him to it. */
const AreaFilter = (props: InputProps) => {
  const inOneArea = useMe(({ me }) => Boolean(me?.user.medicalAreaCode))
  return inOneArea ? <Input id={props.id} disabled placeholder="当前区划" /> : <AreaSelect {...props} />
}

/** 公司 just so. Who works in one store has the company that it belongs to. */
const CompaniesFilter = (props: InputProps) => {
  const ofOneStore = useMe(({ me }) => me?.user.isAdminUser === false)
  return ofOneStore ? <Input id={props.id} disabled placeholder="本店所属公司" /> : <CompanyFilter {...props} />
}

/** Area and company of a list of many stores' orders. */
export const placeFilters = [
  { key: 'areaCode' as const, title: '区划', more: true, input: AreaFilter },
  { key: 'companyId' as const, title: '公司', more: true, input: CompaniesFilter },
]
