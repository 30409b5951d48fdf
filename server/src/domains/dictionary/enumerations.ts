import { enumerations } from '@yibao/shared/enumerations.ts'
import { refuse } from '../../base/refuse.ts'

/** Why nothing is written under the name of one of our own: it would never be asked for. */
export const ownTextOf = (name: string): string | undefined =>
  Object.hasOwn(enumerations, name) ? `${name} 是系统自带的选项，不能修改` : undefined

/** Refuses the name of one of our own. */
export const refuseOwn = (field: string, name: string): void => {
  const text = ownTextOf(name)
  if (text) refuse('input.invalid', { text }, { fields: { [field]: text } })
}
