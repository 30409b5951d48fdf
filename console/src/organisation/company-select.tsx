import { ownPlaces } from '@yibao/shared/calls/own-places.ts'
import { useCall } from '../api/index.ts'
import { type InputProps, OneSelect, optionsRead } from '../kit/index.ts'

/** One of the companies whose stores the person sees, or none. */
export const CompanySelect = ({ needed = false, ...props }: InputProps & { needed?: boolean }) => {
  const answer = useCall(ownPlaces.pullCompanies, {})
  const options = answer.data?.map(({ companyId, name }) => ({ value: companyId, label: name }))
  return <OneSelect {...props} needed={needed} placeholder="选择公司" read={optionsRead(answer)} options={options} />
}

/** The company that a store belongs to. */
export const OneCompanySelect = (props: InputProps) => <CompanySelect {...props} needed />
