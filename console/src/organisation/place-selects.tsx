import { Input } from 'antd'
import type { InputProps } from '../kit/index.ts'
import { useMe } from '../state/me.ts'
import { SuperAreaSelect } from './area-select.tsx'
import { CompanySelect } from './company-select.tsx'

/** Who works in an area sees that one alone: the server keeps him to it. */
export const AreaInput = (props: InputProps) => {
  const inOneArea = useMe(({ me }) => Boolean(me?.user.medicalAreaCode))
  return inOneArea ? <Input id={props.id} disabled placeholder="当前区划" /> : <SuperAreaSelect {...props} />
}

/** Who works in one store has the company that it belongs to. */
export const CompanyInput = (props: InputProps) => {
  const ofOneStore = useMe(({ me }) => me?.user.isAdminUser === false)
  return ofOneStore ? <Input id={props.id} disabled placeholder="本店所属公司" /> : <CompanySelect {...props} />
}
