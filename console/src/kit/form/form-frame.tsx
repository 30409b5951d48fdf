import { Button, Drawer, Modal, Space } from 'antd'
import { type ReactNode, useRef } from 'react'
import { whileRunning } from '../use-work.ts'
import { reachable } from './next-field.ts'

interface Props {
  title: string
  okText: string
  /** What stays when the person walks away: 不撤销, not 取消. */
  cancelText: string
  danger?: boolean
  /** A drawer of 50 % instead of a dialog of 30 % (SPEC 2). */
  wide?: boolean
  running: boolean
  /** It may be left while it runs: what was sent does nothing by itself. Elsewhere it takes place all the same. */
  leavable?: boolean
  onOk: () => void
  onCancel: () => void
  /** Below the buttons, and behind them for the keyboard: another way to the same end. Of a dialog alone. */
  below?: ReactNode
  children: ReactNode
}

/** px a form needs; a phone gives it less. */
const narrowest = 360
const narrowestDrawer = 480

/** The field of a form with which one begins, which may be a file's button; none while the first one's code is on its way: it takes the focus itself. */
const firstField = (frame: HTMLElement): HTMLElement | null =>
  frame.querySelector('.ant-form-item')?.querySelector('input, textarea')
    ? frame.querySelector<HTMLElement>(`${reachable}, .ant-upload button`)
    : null

/**
 * The frame around a form: it closes by its buttons only, so that nothing typed is lost by a press beside it. Its first
 * field has the focus once it is open; the field's own autoFocus comes too early for a drawer that does not move.
 */
export const FormFrame = (props: Props) => {
  const { title, okText, cancelText, danger, wide, running, leavable = false, onOk, onCancel, below, children } = props
  const held = running && !leavable
  const leave = () => held || onCancel()
  const inside = useRef<HTMLDivElement>(null)
  const whenOpen = (there: boolean) => {
    if (there && inside.current && !inside.current.contains(document.activeElement)) firstField(inside.current)?.focus()
  }
  if (wide)
    return (
      <Drawer
        open
        size={Math.max(innerWidth / 2, Math.min(innerWidth, narrowestDrawer))}
        title={title}
        aria-label={title}
        closable={!held}
        onClose={leave}
        afterOpenChange={whenOpen}
        mask={{ closable: false }}
        footer={
          <Space style={{ justifyContent: 'flex-end', width: '100%' }}>
            <Button disabled={held} onClick={leave}>
              {cancelText}
            </Button>
            <Button type="primary" danger={danger} {...whileRunning(running)} onClick={onOk}>
              {okText}
            </Button>
          </Space>
        }
      >
        <div ref={inside}>{children}</div>
      </Drawer>
    )
  return (
    <Modal
      open
      width="30%"
      style={{ minWidth: Math.min(narrowest, innerWidth - 32) }}
      title={title}
      okText={okText}
      cancelText={cancelText}
      okButtonProps={{ danger, ...whileRunning(running) }}
      mask={{ closable: false }}
      onOk={onOk}
      cancelButtonProps={{ disabled: held }}
      closable={!held}
      onCancel={leave}
      afterOpenChange={whenOpen}
      footer={below ? (buttons) => [buttons, below] : undefined}
      destroyOnHidden
    >
      <div ref={inside}>{children}</div>
    </Modal>
  )
}
