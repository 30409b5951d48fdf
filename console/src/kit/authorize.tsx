import type { ApprovalAction } from '@yibao/shared/approval.ts'
import { auth } from '@yibao/shared/calls/auth.ts'
import { Form, Input, Modal } from 'antd'
import { type ReactNode, useState } from 'react'
import { CallError, callServer } from '../api/index.ts'
import { encodePasswords } from '../state/password.ts'

/** What a second person is asked to approve. */
export interface Approval {
  action: ApprovalAction
  /** Made by approvalTarget. */
  target: string
  /** Name and amount, repeated for the person who approves (ux 3). */
  about: ReactNode
}

interface Props extends Approval {
  onClose: (authorizationId: string | undefined) => void
}

/** A second person's approval of one action (SPEC 5): gives the authorizationId that the action's call takes. */
export const AuthorizeDialog = ({ action, target, about, onClose }: Props) => {
  const [form] = Form.useForm<{ userName: string; passWord: string }>()
  const [running, setRunning] = useState(false)

  const submit = async ({ userName, passWord }: { userName: string; passWord: string }) => {
    setRunning(true)
    try {
      const key = await callServer(auth.publicKey, {})
      const [encoded] = await encodePasswords([passWord], key)
      const input = { userName: userName.trim(), passWord: encoded!, action, target }
      onClose((await callServer(auth.authorize, input)).authorizationId)
    } catch (error) {
      setRunning(false)
      form.setFieldValue('passWord', '')
      if (error instanceof CallError && error.fields)
        form.setFields(
          Object.entries(error.fields).map(([name, text]) => ({ name: name as 'userName', errors: [text] })),
        )
    }
  }

  return (
    <Modal
      open
      width="30%"
      style={{ minWidth: 360 }}
      title="管理员授权"
      okText="授权"
      cancelText="不授权"
      confirmLoading={running}
      mask={{ closable: false }}
      onOk={() => form.submit()}
      onCancel={() => onClose(undefined)}
      destroyOnHidden
    >
      {about}
      <Form form={form} layout="vertical" requiredMark={false} onFinish={(values) => void submit(values)}>
        <Form.Item
          name="userName"
          label="授权人用户名"
          rules={[{ required: true, whitespace: true, message: '用户名不能为空' }]}
        >
          <Input autoFocus autoComplete="off" onPressEnter={() => form.submit()} />
        </Form.Item>
        <Form.Item name="passWord" label="密码" rules={[{ required: true, message: '密码不能为空' }]}>
          <Input.Password autoComplete="new-password" onPressEnter={() => form.submit()} />
        </Form.Item>
      </Form>
    </Modal>
  )
}
