import { formatTime } from '@yibao/shared/time.ts'
import { App, Button, Space } from 'antd'
import { useEffect } from 'react'
import { setUi } from '../api/ui.ts'

/** Seconds of SPEC 9's toasts. */
const successSeconds = 3
const errorSeconds = 5

/** Gives the API client antd's toasts and dialogs. Rendered once, inside antd's App. */
export const UiBridge = () => {
  const { message, modal } = App.useApp()
  useEffect(() => {
    setUi({
      success: (content) => void message.success({ content, duration: successSeconds }),
      error: (content) => void message.error({ content, duration: errorSeconds, key: content }),
      expired: () =>
        new Promise((resolve) => {
          modal.warning({
            title: '登录已过期，请重新登录',
            content: '已录入的内容在重新登录后可继续。',
            okText: '重新登录',
            keyboard: false,
            onOk: () => resolve(),
          })
        }),
      box: ({ notice, info, code }) =>
        new Promise((resolve) => {
          modal.error({
            title: notice,
            okText: '知道了',
            width: 480,
            content: (
              <>
                <p style={{ whiteSpace: 'pre-wrap', margin: '0 0 12px' }}>{info}</p>
                <small style={{ color: 'var(--grey)' }}>
                  {code && `代码 ${code} · `}
                  {formatTime(new Date())}
                </small>
              </>
            ),
            afterClose: resolve,
          })
        }),
      confirm: ({ title, tips, buttonInfos }) =>
        new Promise((resolve) => {
          let value: string | undefined
          const dialog = modal.confirm({
            title,
            content: tips,
            keyboard: true,
            afterClose: () => resolve(value),
            footer: (
              <Space style={{ marginTop: 16, width: '100%', justifyContent: 'flex-end' }}>
                {buttonInfos.map((button, i) => (
                  <Button
                    key={button.value}
                    danger={button.danger}
                    type={button.danger || i === 0 ? 'default' : 'primary'}
                    // Harm is never under the first Enter (ux 2.7).
                    autoFocus={!button.danger && buttonInfos.findIndex((one) => !one.danger) === i}
                    onClick={() => {
                      value = button.value
                      dialog.destroy()
                    }}
                  >
                    {button.text}
                  </Button>
                ))}
              </Space>
            ),
          })
        }),
    })
  }, [message, modal])
  return null
}
