import { hintMessage } from '@yibao/shared/calls/hint.ts'
import { useCall } from '../../../api/index.ts'
import { type InputProps, OneSelect, optionsRead } from '../../../kit/index.ts'

/** A pattern of the library to narrow the list by. */
export const RegexSelect = (props: InputProps) => {
  const answer = useCall(hintMessage.getRegexList, {})
  const options = answer.data?.map((one) => ({ value: one.id, label: `${one.pattern}（${one.hints}）` }))
  return <OneSelect {...props} placeholder="全部" read={optionsRead(answer)} options={options} />
}
