import { useState } from 'react'
import type { Instead } from '../../kit/index.ts'
import { type Shown, showable } from '../../orders/shown.ts'
import { useCounter } from '../parts/store-context.ts'
import { usePorts } from '../ports.ts'
import css from './dialogs.module.css'

const reasons = ['顾客退货', '药品录入有误', '参保人或险种有误', '重复结算', '其他原因']

interface Props {
  value: string
  disabled?: boolean
  onChange: (reason: string) => void
}

/** Why a settlement is reversed: chosen, never typed, and never filled in beforehand (ux 1.4). */
export const ReasonField = ({ value, disabled, onChange }: Props) => {
  const { options } = useCounter()
  return (
    <label className={css.field}>
      <span>撤销原因</span>
      <select value={value} disabled={disabled} onChange={(event) => onChange(event.target.value)}>
        <option value="">请选择</option>
        {(options?.reversalReasons.length ? options.reversalReasons : reasons).map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
    </label>
  )
}

interface ShownProps {
  value: Shown
  /** Why he has nothing to show; without it that cannot be asked for elsewhere. */
  why?: string
  disabled?: boolean
  onChange: (shown: Shown) => void
  onWhy?: (why: string) => void
}

/** What the person shows, where the area reads it again before a reversal. */
export const ShownField = ({ value, why, disabled, onChange, onWhy }: ShownProps) => {
  const { area } = useCounter()
  if (!area?.rereadBeforeReversal) return null
  return (
    <>
      <label className={css.field}>
        <span>出示的证件</span>
        <select value={value} disabled={disabled} onChange={(event) => onChange(event.target.value as Shown)}>
          {showable(onWhy !== undefined && area.authorizeReversal).map((one) => (
            <option key={one.value} value={one.value}>
              {one.label}
            </option>
          ))}
        </select>
      </label>
      {value === 'none' && (
        <label className={css.field}>
          <span>没有的原因</span>
          <input
            value={why}
            maxLength={200}
            disabled={disabled}
            placeholder="请在下一步选择提交审批，审批人会看到"
            onChange={(event) => onWhy?.(event.target.value)}
          />
        </label>
      )}
    </>
  )
}

/**
 * Where the area wants a second person for a reversal: asks for the approval first. `asking` = the dialog steps aside
 * for that of the approval and comes back as it was. `given`: what was approved before and has not been used.
 */
export const useApproval = () => {
  const { area } = useCounter()
  const ports = usePorts()
  const [asking, setAsking] = useState(false)
  const approved = async (
    orderId: string,
    about: string,
    go: (authorizationId: string | undefined) => void,
    { given, instead }: { given: string | undefined; instead?: Instead },
  ) => {
    if (given || !area?.authorizeReversal) return go(given)
    setAsking(true)
    const authorizationId = await ports.authorize('reversal', orderId, about, instead)
    setAsking(false)
    if (authorizationId) go(authorizationId)
  }
  return { asking, approved }
}
