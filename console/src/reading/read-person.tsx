import type { ResultOf } from '@yibao/shared/call.ts'
import { card } from '@yibao/shared/calls/counter.ts'
import { Button, Input, Space } from 'antd'
import { useState } from 'react'
import { useDevice } from '../agent/index.ts'
import { useAction } from '../api/index.ts'
import styles from './reading.module.css'

/** A person as a reading of his card shows him. */
export type ReadPersonResult = ResultOf<typeof card.read>

interface Props {
  /** What comes of it: said in a dialog, which has a title of its own. Without it, the page of the diseases asks. */
  purpose?: string
  onRead: (person: ReadPersonResult) => void
}

/** Reads a person away from the counter: a scan of the e-voucher, or a card through the agent. */
export const ReadPerson = ({ purpose, onRead }: Props) => {
  const device = useDevice()
  const read = useAction(card.read)
  const [code, setCode] = useState('')
  const run = async (medium: 'eVoucher' | 'socialCard' | 'idCard', scanned?: string) => {
    setCode('')
    const person = await read
      .run({ medium }, scanned ? { scanned: { medium, code: scanned } } : {})
      .catch(() => undefined)
    if (person) onRead(person)
  }
  return (
    <section className={purpose ? undefined : styles.read}>
      {!purpose && <h2>请扫描医保电子凭证，或读卡</h2>}
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
        <Button disabled={!device.ready || read.running} onClick={() => void run('socialCard')}>
          读社保卡
        </Button>
        <Button disabled={!device.ready || read.running} onClick={() => void run('idCard')}>
          读身份证
        </Button>
      </Space>
      <p role="status">
        {read.running
          ? `正在读取参保信息… ${read.seconds} 秒`
          : device.ready
            ? (purpose ?? '读到后显示备案的病种')
            : device.text.meaning}
      </p>
    </section>
  )
}
