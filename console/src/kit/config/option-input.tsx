import { metaOf, type Schema } from '@yibao/shared/field.ts'
import { Input, Switch } from 'antd'
import { useDictRead } from '../dict.ts'
import { type Shape, shapeOf } from '../fields.ts'
import { FieldInput } from '../form/field-input.tsx'
import { ManySelect } from '../form/many-select.tsx'
import { optionsRead } from '../options-read.tsx'

interface Props {
  id: string
  field: Schema
  value: unknown
  /** A secret: whether there is one already. */
  filled?: boolean
  onChange: (value: unknown) => void
}

const elementOf = (field: Schema): Schema | undefined =>
  (field._zod.def as unknown as { element?: Schema; innerType?: Schema }).element

const Several = ({ id, field, value, onChange }: Props) => {
  const meta = elementOf(field) && metaOf(elementOf(field)!)
  const dict = useDictRead(meta?.kind === 'dict' ? (meta.codeType ?? '') : '')
  const options =
    meta?.kind === 'dict'
      ? dict.entries.filter(({ stopped }) => !stopped).map((entry) => ({ value: entry.value, label: entry.name }))
      : Object.entries(meta?.choices ?? {}).map(([code, label]) => ({ value: code, label }))
  const read = meta?.kind === 'dict' ? optionsRead(dict) : undefined
  return <ManySelect id={id} read={read} placeholder="没有选择" value={value} options={options} onChange={onChange} />
}

/** The input of an option: a form's own, but what is on or off is a switch, and what is several is chosen in order. */
export const OptionInput = (props: Props) => {
  const { id, field, value, filled, onChange } = props
  const meta = metaOf(field) ?? { title: '', kind: 'data' as const }
  if (meta.kind === 'flag')
    return <Switch id={id} checked={value === true} checkedChildren="开" unCheckedChildren="关" onChange={onChange} />
  if (meta.kind === 'list') return <Several {...props} />
  if (meta.kind === 'password')
    return (
      <Input.Password
        id={id}
        autoComplete="new-password"
        placeholder={filled ? '已填写，输入新的以更换' : '还没有填写'}
        value={(value as string | undefined) ?? ''}
        onChange={({ target }) => onChange(target.value || undefined)}
      />
    )
  // An empty text is a text: only the field itself says whether it may be.
  return (
    <FieldInput
      id={id}
      meta={meta}
      value={value}
      placeholder=""
      onChange={(next) => onChange(next === undefined && meta.kind === 'text' ? '' : next)}
    />
  )
}

/** A value of an option in words, for what is inherited and for the history. */
export const elementMeta = (shape: Shape, key: string) => {
  const field = shape[key]
  const element = field && elementOf(field)
  return element && !Object.keys(shapeOf(element)).length ? metaOf(element) : undefined
}
