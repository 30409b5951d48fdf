import { Form, Modal } from 'antd'
import { type ReactNode, useState } from 'react'
import { CallError } from '../../api/index.ts'
import { metaAt, problemOf, type Shape } from '../fields.ts'
import { FieldInput } from './field-input.tsx'

export interface FormDialogProps {
  title: string
  /** Fields to fill in, in order; titles, limits and texts come from them. */
  shape: Shape
  initial?: Record<string, unknown>
  /** What the person should know before: amounts, consequences. */
  intro?: ReactNode
  okText: string
  /** What stays when the person walks away: 不撤销, not 取消. */
  cancelText: string
  danger?: boolean
  submit: (values: Record<string, unknown>) => Promise<unknown>
  onClose: (done: boolean) => void
}

/** A dialog of 30 % width over the fields of a call; the server's own field texts land at their fields (SPEC 2, DESIGN 5). */
export const FormDialog = (props: FormDialogProps) => {
  const { title, shape, initial, intro, okText, cancelText, danger, submit, onClose } = props
  const [form] = Form.useForm()
  const [running, setRunning] = useState(false)
  const names = Object.keys(shape)

  const send = async () => {
    const values = await form.validateFields().catch(() => undefined)
    if (!values) return
    setRunning(true)
    try {
      await submit({ ...initial, ...values })
      onClose(true)
    } catch (error) {
      setRunning(false)
      if (error instanceof CallError && error.fields)
        form.setFields(Object.entries(error.fields).map(([name, text]) => ({ name, errors: [text] })))
    }
  }

  return (
    <Modal
      open
      width="30%"
      style={{ minWidth: 380 }}
      title={title}
      okText={okText}
      cancelText={cancelText}
      okButtonProps={{ danger }}
      confirmLoading={running}
      mask={{ closable: false }}
      onOk={() => void send()}
      onCancel={() => !running && onClose(false)}
      destroyOnHidden
    >
      {intro}
      <Form form={form} layout="vertical" initialValues={initial} requiredMark={false} style={{ marginTop: 12 }}>
        {names.map((name, i) => {
          const meta = metaAt(shape, name)
          return (
            <Form.Item
              key={name}
              name={name}
              label={meta.optional ? `${meta.title}（选填）` : meta.title}
              validateTrigger="onBlur"
              rules={[
                {
                  validator: (_, value) => {
                    const problem = problemOf(shape[name]!, value)
                    return problem ? Promise.reject(new Error(problem)) : Promise.resolve()
                  },
                },
              ]}
            >
              <FieldInput meta={meta} autoFocus={i === 0} placeholder="" />
            </Form.Item>
          )
        })}
      </Form>
    </Modal>
  )
}
