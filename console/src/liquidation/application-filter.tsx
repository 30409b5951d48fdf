import { liquidation } from '@yibao/shared/calls/liquidation.ts'
import { formatAmount } from '@yibao/shared/money.ts'
import { Input } from 'antd'
import { useCall } from '../api/index.ts'
import { type InputProps, metaAt, OneSelect, optionsRead, shapeOf } from '../kit/index.ts'

const shape = shapeOf(liquidation.detail.result)

/** An application in words: a store has several in a month. */
const Named = (props: InputProps & { value: string }) => {
  const answer = useCall(liquidation.detail, { id: props.value })
  const { data } = answer
  // Its store and month stand beside it.
  const label = data && `${metaAt(shape, 'state').choices?.[data.state]} ${formatAmount(data.fund)} 元`
  const options = label === undefined ? undefined : [{ value: props.value, label }]
  return <OneSelect {...props} wide read={optionsRead(answer)} options={options} placeholder="" />
}

/** 清算申请 that a list is narrowed to by a link: it can be taken away, and is chosen nowhere else. */
export const ApplicationFilter = ({ value, ...props }: InputProps) =>
  typeof value === 'string' && value ? (
    <Named {...props} value={value} />
  ) : (
    <Input id={props.id} disabled placeholder="从「清算报表」的一份进入时选定" />
  )
