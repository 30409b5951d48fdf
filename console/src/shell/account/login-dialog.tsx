import { Form, Input, Modal } from 'antd'
import { type ReactNode, useState } from 'react'
import { signInAs } from './sign-in-as.ts'

interface Props {
  title: string
  intro: ReactNode
  okText: string
  cancelText: string
  /** Filled in already. */
  userName?: string
  onDone: () => unknown
  onClose: () => void
}

/** The administrator authorization form (SPEC 3 and 5): user name and password, Enter submits; 30 % wide. */
export const LoginDialog = ({ title, intro, okText, cancelText, userName, onDone, onClose }: Props) => {
  const [form] = Form.useForm<{ userName: string; passWord: string }>()
  const [running, setRunning] = useState(false)
  const submit = async ({ userName: name, passWord }: { userName: string; passWord: string }) => {
    setRunning(true)
    try {
      await signInAs(name, passWord)
      await onDone()
    } catch {
      // The client has shown it; the name stays.
      form.setFieldValue('passWord', '')
    } finally {
      setRunning(false)
    }
  }
  return (
    <Modal
      open
      width="30%"
      style={{ minWidth: Math.min(360, innerWidth - 32) }}
      title={title}
      okText={okText}
      cancelText={cancelText}
      confirmLoading={running}
      mask={{ closable: false }}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <p>{intro}</p>
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ userName }}
        onFinish={(values) => void submit(values)}
      >
        <Form.Item
          name="userName"
          label="用户名"
          rules={[{ required: true, whitespace: true, message: '用户名不能为空' }]}
        >
          <Input autoFocus={!userName} autoComplete="off" onPressEnter={() => form.submit()} />
        </Form.Item>
        <Form.Item name="passWord" label="密码" rules={[{ required: true, message: '密码不能为空' }]}>
          <Input.Password autoFocus={!!userName} autoComplete="new-password" onPressEnter={() => form.submit()} />
        </Form.Item>
      </Form>
    </Modal>
  )
}
