import { companyCalls } from '@yibao/shared/calls/organ.ts'
import { useCall } from '../api/index.ts'
import { type InputProps, OneSelect, optionsRead } from '../kit/index.ts'

/** One of the companies whose stores the person sees. */
export const CompanySelect = (props: InputProps) => {
  const answer = useCall(companyCalls.pullCompanies, {})
  const options = answer.data?.map(({ companyId, name }) => ({ value: companyId, label: name }))
  return <OneSelect {...props} needed placeholder="选择公司" read={optionsRead(answer)} options={options} />
}
