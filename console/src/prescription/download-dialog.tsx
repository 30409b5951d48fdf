import type { ResultOf } from '@yibao/shared/call.ts'
import { rx } from '@yibao/shared/calls/prescription.ts'
import { rxListed } from '@yibao/shared/entities/prescription.ts'
import { metaOf } from '@yibao/shared/field.ts'
import { Alert, Button, Input, Space } from 'antd'
import { useState } from 'react'
import { callServer } from '../api/index.ts'
import { Modal, useWork } from '../kit/index.ts'
import { type PersonRead, ReadPerson } from '../persons/read-person.tsx'
import styles from './prescription.module.css'

type Listed = ResultOf<typeof rx.circulated>['items'][number]

const stateNames = metaOf(rxListed.shape.state)?.choices ?? {}

interface Props {
  /** The downloaded one, undefined when nothing was. */
  onClose: (downloaded?: { id: string; number: string; open: boolean }) => void
}

/** 下载处方: the customer shows his e-voucher, one of his prescriptions is chosen, by its number where he tells it. */
const DownloadDialog = ({ onClose }: Props) => {
  const [shown, setShown] = useState<{ person: PersonRead; items?: Listed[] }>()
  const [number, setNumber] = useState('')
  const [running, run] = useWork()
  const onRead = (readId: string, person: PersonRead) => {
    setShown({ person })
    const list = async () => {
      const { items } = await callServer(rx.circulated, { readId })
      // Somebody else may have shown his code since: these are not his.
      setShown((now) => (now?.person === person ? { person, items } : now))
    }
    // The client shows every refusal.
    list().catch(() => undefined)
  }
  const download = (one: Listed) =>
    run(async () => {
      const readId = shown?.person.readId ?? ''
      const { seqNo } = await callServer(rx.ecRxGetSeqNoHass, { readId, number: one.number })
      const { id, lines } = await callServer(rx.download, { readId, seqNo })
      onClose({ id, number: one.number, open: lines.some(({ ownCode }) => !ownCode) })
    })
  const found = shown?.items?.filter((one) => one.number.endsWith(number))
  return (
    <Modal
      open
      width={760}
      style={{ top: 24 }}
      title="下载处方"
      mask={{ closable: false }}
      onCancel={() => onClose()}
      footer={
        <Button disabled={running} onClick={() => onClose()}>
          关闭
        </Button>
      }
    >
      <ReadPerson inDialog purpose="prescription" onRead={onRead} then="请参保人出示医保码，扫码后列出其电子处方" />
      {shown?.items && (
        <Space style={{ marginBottom: 12 }}>
          <b>{shown.person.maskedName} 的电子处方</b>
          <Input
            aria-label="处方号"
            placeholder="处方号，可只输后几位"
            value={number}
            onChange={(event) => setNumber(event.target.value.trim().toUpperCase())}
          />
        </Space>
      )}
      {found?.length === 0 && (
        <Alert
          type="info"
          showIcon
          title={number ? `没有处方号以 ${number} 结尾的处方` : '医保中心没有这位参保人的处方'}
        />
      )}
      {found?.map((one) => (
        <div key={one.number} className={styles.line}>
          <div style={{ '--span': 7 } as object}>
            <b>{one.number}</b>
            <span>
              {one.hospital} {one.doctor} · {one.issuedAt.slice(0, 10)} 至 {one.validUntil.slice(0, 10)} · {one.kinds}{' '}
              种{one.repeat && ` · ${one.repeat}`}
            </span>
          </div>
          <div style={{ '--span': 3 } as object}>
            <span>状态</span>
            <b>{stateNames[one.state]}</b>
          </div>
          <Button type="link" disabled={running || one.state !== 'usable'} onClick={() => void download(one)}>
            下载
          </Button>
        </div>
      ))}
    </Modal>
  )
}

export default DownloadDialog
