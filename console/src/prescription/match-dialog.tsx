import { rx } from '@yibao/shared/calls/prescription.ts'
import { Alert, Button, ConfigProvider, Input } from 'antd'
import { useState } from 'react'
import { CallError, callServer } from '../api/index.ts'
import { ui } from '../api/ui.ts'
import { useDraft } from '../kit/form/leave.ts'
import { Modal, useWork } from '../kit/index.ts'
import { type Goods, GoodsSelect } from './goods-select.tsx'
import { limitOf, type RxDetail } from './look.ts'
import styles from './prescription.module.css'

interface Props {
  one: RxDetail
  /** At the counter another call does it: the clerk's right there is to settle. */
  atCounter: boolean
  onClose: (one: RxDetail) => void
}

interface Chosen {
  ownCode?: string | undefined
  goods?: Goods | undefined
  limit: string
}

const MatchDialog = ({ one, atCounter, onClose }: Props) => {
  const [now, setNow] = useState(one)
  const [chosen, setChosen] = useState<Record<number, Chosen>>({})
  const [running, run] = useWork()
  // What was chosen and not yet 选定: 不在本店购买 would be said of it, too.
  const { leave } = useDraft(
    Object.values(chosen).some(({ ownCode }) => ownCode !== undefined),
    running,
    () => onClose(now),
  )
  const call = atCounter ? rx.counterMatch : rx.match
  // What waits for a person stands on top.
  const lines = now.lines.map((line, i) => ({ line, no: i + 1 }))
  const sorted = lines.toSorted((a, b) => Number(Boolean(a.line.ownCode)) - Number(Boolean(b.line.ownCode)))
  const open = lines.filter(({ line }) => !line.ownCode).length
  const save = (no: number, { ownCode = '', limit }: Chosen) =>
    run(async () => {
      const { id, revision } = now
      try {
        setNow(await callServer(call as typeof rx.match, { id, revision, no, ownCode, limit }))
      } catch (fault) {
        // What somebody else has chosen meanwhile is shown before anything is chosen over it.
        if (fault instanceof CallError && fault.extend?.key === 'rx.changed') setNow(await callServer(rx.get, { id }))
        throw fault
      }
      setChosen(({ [no]: _, ...rest }) => rest)
      ui().success('已选定，待药师审核')
    })

  return (
    <Modal
      open
      width={760}
      style={{ top: 24 }}
      title={`选择本店商品 · 处方 ${now.number}`}
      mask={{ closable: false }}
      onCancel={() => void leave()}
      footer={
        <Button type="primary" disabled={running} onClick={() => void leave()}>
          {open ? `其余 ${open} 种不在本店购买` : '完成'}
        </Button>
      }
    >
      <Alert
        style={{ marginBottom: 12 }}
        type={open ? 'warning' : 'success'}
        showIcon
        title={open ? `${open} 种药品没有能自动对应的本店商品` : '所有药品都有对应的本店商品'}
        description="按通用名和规格选择，数量按本店单位填写，不能超过处方数量。选定后由药师审核。"
      />
      <ConfigProvider componentDisabled={running}>
        {sorted.map(({ line, no }) => {
          const mine: Chosen = chosen[no] ?? { limit: '' }
          return (
            <div key={no} className={styles.line}>
              <div style={{ gridColumn: '1 / -1' }}>
                <b>
                  {line.name} {line.spec} · 处方 {line.quantity} {line.unit}
                </b>
                {line.ownCode ? (
                  <span>
                    ✓ {line.itemName} {line.itemSpec}，最多 {line.limit} {line.itemUnit}
                  </span>
                ) : (
                  <b className={styles.open}>△ 还没有对应，不能销售</b>
                )}
              </div>
              <div style={{ '--span': 7, gridTemplateColumns: 'minmax(0, 1fr)' } as object}>
                <span>{line.ownCode ? '改为其他商品' : '本店商品'}</span>
                <GoodsSelect
                  {...{ name: line.name, ownCode: mine.ownCode, goods: mine.goods }}
                  label={`第 ${no} 种的本店商品`}
                  onChoose={(ownCode, goods) => {
                    setChosen({ ...chosen, [no]: { ownCode, goods, limit: limitOf(line, goods) } })
                  }}
                />
              </div>
              <div style={{ '--span': 3 } as object}>
                <span>最多可售{mine.goods && `（${mine.goods.unit}）`}</span>
                <Input
                  aria-label={`第 ${no} 种的可售数量`}
                  autoComplete="off"
                  disabled={running || !mine.ownCode}
                  value={mine.limit}
                  onChange={(event) => setChosen({ ...chosen, [no]: { ...mine, limit: event.target.value.trim() } })}
                />
              </div>
              <Button
                type="link"
                disabled={running || !mine.ownCode || !mine.limit}
                title={mine.ownCode ? undefined : '先选择商品和数量'}
                onClick={() => void save(no, mine)}
              >
                选定
              </Button>
            </div>
          )
        })}
      </ConfigProvider>
    </Modal>
  )
}

export default MatchDialog
