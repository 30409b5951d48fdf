import { Form, Input } from 'antd'
import type { ReactNode } from 'react'
import { CallError } from '../api/index.ts'
import { FormFrame } from './form/form-frame.tsx'
import { useWork } from './use-work.ts'

interface Props {
  title: string
  intro: ReactNode
  okText: string
  cancelText: string
  /** 用户名 unless it is somebody else's: 授权人用户名. */
  nameLabel?: string
  /** Filled in already. */
  userName?: string
  /** Refusals of a call have been shown by the client; what else is thrown is shown here. */
  submit: (userName: string, passWord: string) => Promise<unknown>
  onClose: () => void
  /** As of the frame around it. */
  leavable?: boolean
  /** Below the buttons. */
  below?: ReactNode
}

/** The administrator authorization form (SPEC 3 and 5): user name and password, Enter submits; 30 % wide. */
export const CredentialsDialog = (props: Props) => {
  const { title, intro, okText, cancelText, nameLabel = '用户名', userName, submit, onClose, leavable, below } = props
  const [form] = Form.useForm<{ userName: string; passWord: string }>()
  const [running, run] = useWork()

  const send = async ({ userName: name, passWord }: { userName: string; passWord: string }) => {
    try {
      await submit(name.trim(), passWord)
    } catch (error) {
      form.setFieldValue('passWord', '')
      const fields = error instanceof CallError ? Object.entries(error.fields ?? {}) : []
      form.setFields(fields.map(([name, text]) => ({ name: name as 'userName', errors: [text] })))
      throw error
    }
  }

  return (
    <FormFrame
      {...{ title, okText, cancelText, running, leavable, below }}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      {intro}
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ userName }}
        onFinish={(values) => void run(() => send(values))}
      >
        <Form.Item
          name="userName"
          label={nameLabel}
          rules={[{ required: true, whitespace: true, message: '用户名不能为空' }]}
        >
          <Input autoFocus={!userName} autoComplete="off" onPressEnter={() => form.submit()} />
        </Form.Item>
        <Form.Item name="passWord" label="密码" rules={[{ required: true, message: '密码不能为空' }]}>
          <Input.Password autoFocus={!!userName} autoComplete="new-password" onPressEnter={() => form.submit()} />
        </Form.Item>
      </Form>
    </FormFrame>
  )
}
