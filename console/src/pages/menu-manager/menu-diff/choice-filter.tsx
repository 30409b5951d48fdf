import { Select } from 'antd'
import { clear } from '../../../kit/clear.tsx'
import type { Shape } from '../../../kit/fields.ts'
import { metaAt } from '../../../kit/index.ts'

interface Props<T> {
  label: string
  /** The field it narrows by, whose choices it offers. */
  of: Shape
  name: string
  value: T | undefined
  onChange: (next?: T) => void
}

/** A filter above a drawer's rows: one of the choices of a field, or none. */
export const ChoiceFilter = <T extends string>({ label, of, name, value, onChange }: Props<T>) => (
  <Select<T>
    aria-label={label}
    allowClear={clear}
    placeholder={label}
    style={{ width: 110 }}
    value={value}
    options={Object.entries(metaAt(of, name).choices ?? {}).map(([value, label]) => ({ value: value as T, label }))}
    onChange={onChange}
  />
)
