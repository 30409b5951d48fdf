import { Form } from 'antd'
import type { ComponentType } from 'react'
import { metaAt, problemOf, type Shape } from '../fields.ts'
import { FieldInput } from './field-input.tsx'
import type { InputProps } from './input-props.ts'

interface Props {
  shape: Shape
  name: string
  autoFocus?: boolean
  /** What is wrong with a value beyond the field's own rule. */
  problem?: (value: unknown) => string | undefined
  /** In place of the input that the field's kind tells. */
  input?: ComponentType<InputProps>
  /** It has to be filled in, though the call does without it under other answers. */
  needed?: boolean
}

/** One field of a form: its title, its input and its own check, whose words stand below it once it is left. */
export const FormField = ({ shape, name, autoFocus, problem: further, input: Input, needed }: Props) => {
  const meta = metaAt(shape, name)
  const validator = (_: unknown, value: unknown) => {
    const problem = problemOf(shape[name]!, value) ?? further?.(value)
    return problem ? Promise.reject(new Error(problem)) : Promise.resolve()
  }
  return (
    <Form.Item
      name={name}
      label={meta.optional && !needed && meta.kind !== 'flag' ? `${meta.title}（选填）` : meta.title}
      validateTrigger="onBlur"
      rules={[{ validator }]}
    >
      {Input ? <Input autoFocus={autoFocus} /> : <FieldInput whole meta={meta} autoFocus={autoFocus} placeholder="" />}
    </Form.Item>
  )
}
