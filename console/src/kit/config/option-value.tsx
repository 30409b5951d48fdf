import { useDictName } from '../dict.ts'
import { formatField, metaAt, nothing, type Shape } from '../fields.ts'
import { elementMeta } from './option-input.tsx'

/** A value of an option in words: codes by their names, several after one another. */
export const OptionValue = ({ fields, name, value }: { fields: Shape; name: string; value: unknown }) => {
  const meta = elementMeta(fields, name) ?? metaAt(fields, name)
  const nameOf = useDictName(meta.kind === 'dict' ? (meta.codeType ?? '') : '')
  // As its switch says it.
  if (meta.kind === 'flag') return value ? '开' : '关'
  const words = [value].flat().map((one) => formatField(meta, one, nameOf))
  return <>{words.length ? words.join('、') : nothing}</>
}
