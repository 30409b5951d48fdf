import { message } from '@yibao/shared/calls/message.ts'
import { type InputProps, metaAt, OneSelect } from '../../../kit/index.ts'
import { useMe } from '../../../state/me.ts'

const scopes = Object.entries(metaAt(message.publish.input.shape, 'scope').choices ?? {})

/** Whom the person may speak to: only a super administrator speaks to everybody. */
export const ScopeSelect = (props: InputProps) => {
  const toAll = useMe(({ me }) => me?.isSuperAdmin)
  const options = scopes.map(([value, label]) => ({ value, label })).filter(({ value }) => toAll || value !== 'all')
  return <OneSelect {...props} needed placeholder="选择范围" options={options} />
}
