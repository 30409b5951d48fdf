import { Button } from 'antd'
import type { InputProps } from '../../../kit/index.ts'

/** The order whose lines are shown: it comes with the address and is only let go of here. */
export const OrderFilter = ({ id, value, onChange }: InputProps) => (
  <Button id={id} disabled={!value} onClick={() => onChange?.(undefined)}>
    {value ? '只看这一单 ✕' : '全部订单'}
  </Button>
)
