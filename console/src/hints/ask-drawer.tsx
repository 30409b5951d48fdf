import type { Call, InputOf, ResultOf } from '@yibao/shared/call.ts'
import { Button, Form } from 'antd'
import { type ReactNode, useState } from 'react'
import { callServer } from '../api/index.ts'
import { Drawer, FieldInput, type FormInputs, metaAt, problemOf } from '../kit/index.ts'

interface Props<C extends Call> {
  title: string
  call: C
  fields: readonly (keyof InputOf<C> & string)[]
  inputs?: FormInputs
  /** Verb of the button. */
  action: string
  onClose: () => void
  /** What the answer looks like. */
  children: (result: ResultOf<C>) => ReactNode
}

/** A question that is asked again and again beside its answers: the library's test and the full text's. */
export const AskDrawer = <C extends Call>({
  title,
  call,
  fields,
  inputs = {},
  action,
  onClose,
  children,
}: Props<C>) => {
  const [result, setResult] = useState<ResultOf<C>>()
  const [running, setRunning] = useState(false)
  const { shape } = call.input
  const ask = async (values: InputOf<C>) => {
    setRunning(true)
    try {
      setResult(await callServer(call, values))
    } catch {
      // The client has shown it; the question stays.
    } finally {
      setRunning(false)
    }
  }
  return (
    <Drawer open size={Math.min(640, innerWidth)} title={title} onClose={onClose}>
      <Form layout="vertical" requiredMark={false} onFinish={(values: InputOf<C>) => void ask(values)}>
        {fields.map((name, i) => {
          const meta = metaAt(shape, name)
          const Input = inputs[name]
          const validator = (_: unknown, value: unknown) => {
            const problem = problemOf(shape[name]!, value)
            return problem ? Promise.reject(new Error(problem)) : Promise.resolve()
          }
          return (
            <Form.Item
              key={name}
              name={name as string}
              label={meta.optional ? `${meta.title}（选填）` : meta.title}
              validateTrigger="onBlur"
              rules={[{ validator }]}
            >
              {Input ? <Input /> : <FieldInput meta={meta} autoFocus={i === 0} placeholder="" />}
            </Form.Item>
          )
        })}
        <Button type="primary" htmlType="submit" loading={running}>
          {action}
        </Button>
      </Form>
      <div aria-live="polite" style={{ marginTop: 24 }}>
        {result !== undefined && children(result)}
      </div>
    </Drawer>
  )
}
