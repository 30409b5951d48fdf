import type { ResultOf } from '@yibao/shared/call.ts'
import { card } from '@yibao/shared/calls/card.ts'
import { Button, Input, Space } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useDevice } from '../agent/index.ts'
import { useAction } from '../api/index.ts'
import { focusIfLost } from '../kit/focus-back.tsx'
import { writeJson } from '../state/storage.ts'
import styles from './read-person.module.css'

/** A person as a reading of his card shows him. */
export type PersonRead = ResultOf<typeof card.read>

interface Props {
  onRead: (readId: string, person: PersonRead) => void
  /** What the page does with the person: 读到后显示备案的病种. */
  then: string
  /** The e-voucher is shown to have prescriptions read: cards do not serve for that. */
  purpose?: 'prescription'
  /** In a dialog, which has a title of its own; the person is about no page, so none remembers him. */
  inDialog?: boolean
}

/** Reads the person whom a page is about: a scan of the e-voucher, or a card through the agent. */
export const ReadPerson = ({ onRead, then, inDialog, purpose }: Props) => {
  const device = useDevice()
  const read = useAction(card.read)
  const [code, setCode] = useState('')
  const box = useRef<HTMLElement>(null)
  const pressed = useRef<Element>(null)
  // What was pressed is disabled while it reads, and the browser takes its focus away: the next scan would go nowhere.
  useEffect(() => {
    if (!read.running) focusIfLost(pressed.current)
  }, [read.running])
  // Who was read may take this place: the keyboard goes on in what is around it.
  useEffect(() => {
    const around = box.current!.parentElement!
    return () => {
      around.tabIndex = -1
      focusIfLost(around)
    }
  }, [])
  const run = async (medium: 'eVoucher' | 'socialCard' | 'idCard', scanned?: string) => {
    pressed.current = document.activeElement
    setCode('')
    const person = await read
      .run({ medium, ...(purpose ? { purpose } : {}) }, scanned ? { scanned: { medium, code: scanned } } : {})
      .catch(() => undefined)
    if (!person) return
    if (!inDialog) writeJson('readCard', { readId: person.readId, readAt: person.readAt })
    onRead(person.readId, person)
  }
  return (
    <section ref={box} className={inDialog ? styles.dialog : styles.read}>
      {!inDialog && <h2>请扫描医保电子凭证，或读卡</h2>}
      <Space wrap>
        {/* Masked while typed: a code is never shown (ux N3). */}
        <Input.Password
          autoFocus
          visibilityToggle={false}
          autoComplete="off"
          aria-label="扫码"
          placeholder="扫码"
          value={code}
          disabled={read.running}
          onChange={(event) => setCode(event.target.value.trim())}
          onPressEnter={() => code && void run('eVoucher', code)}
        />
        {purpose ? (
          <Button disabled={!device.ready || read.running} onClick={() => void run('eVoucher')}>
            用读卡设备扫码
          </Button>
        ) : (
          <>
            <Button disabled={!device.ready || read.running} onClick={() => void run('socialCard')}>
              读社保卡
            </Button>
            <Button disabled={!device.ready || read.running} onClick={() => void run('idCard')}>
              读身份证
            </Button>
          </>
        )}
      </Space>
      <p role="status">
        {read.running ? `正在读取参保信息… ${read.seconds} 秒` : device.ready ? then : device.text.meaning}
      </p>
    </section>
  )
}
