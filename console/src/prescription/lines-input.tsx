import { Button, Input } from 'antd'
import { useRef } from 'react'
import type { InputProps } from '../kit/index.ts'
import { type Goods, GoodsSelect } from './goods-select.tsx'
import { limitOf } from './look.ts'
import styles from './prescription.module.css'

/** A line as it is being typed; what is empty is left out when it is sent. */
export interface TypedLine {
  name: string
  spec?: string | undefined
  quantity: string
  unit?: string | undefined
  usage?: string | undefined
  ownCode?: string | undefined
  limit?: string | undefined
  /** What it was chosen as. */
  goods?: Goods | undefined
}

const freshLine = (): TypedLine => ({ name: '', quantity: '1' })

const texts = [
  ['name', '药品名称', 4],
  ['spec', '规格', 3],
  ['quantity', '处方数量', 2],
  ['unit', '处方单位', 3],
  ['usage', '用法用量', 12],
] as const

/** The drugs of a prescription as they are typed in, each with the goods of the shop it means. */
const LinesInput = ({ id, value, onChange }: InputProps) => {
  const lines = (value as TypedLine[] | undefined) ?? [freshLine()]
  const change = (at: number, with_: Partial<TypedLine>) =>
    onChange?.(lines.map((line, i) => (i === at ? { ...line, ...with_ } : line)))
  // Each line stays itself while another one goes: what is looked for in it and the focus are not the next one's.
  const keys = useRef<number[]>([])
  const last = useRef(0)
  while (keys.current.length < lines.length) keys.current.push(last.current++)
  const adding = useRef<HTMLButtonElement>(null)
  const remove = (at: number) => {
    keys.current.splice(at, 1)
    // The button that was pressed goes with its line: held, it must not be the next one's.
    adding.current?.focus()
    onChange?.(lines.filter((_, i) => i !== at))
  }
  return (
    <div id={id}>
      {lines.map((line, i) => (
        <div key={keys.current[i]} className={styles.line}>
          {texts.map(([key, title, span]) => (
            <div key={key} style={{ '--span': span } as object}>
              <span>{title}</span>
              <Input
                aria-label={`第 ${i + 1} 种的${title}`}
                autoComplete="off"
                value={line[key]}
                onChange={(event) => change(i, { [key]: event.target.value })}
              />
            </div>
          ))}
          <div style={{ '--span': 7 } as object}>
            <span>本店商品</span>
            <GoodsSelect
              {...{ name: line.name, ownCode: line.ownCode, goods: line.goods }}
              label={`第 ${i + 1} 种的本店商品`}
              onChoose={(ownCode, goods) => change(i, { ownCode, goods, limit: ownCode && limitOf(line, goods) })}
            />
          </div>
          <div style={{ '--span': 3 } as object}>
            <span>最多可售（按本店单位）</span>
            <Input
              aria-label={`第 ${i + 1} 种的可售数量`}
              autoComplete="off"
              disabled={!line.ownCode}
              value={line.limit ?? ''}
              onChange={(event) => change(i, { limit: event.target.value })}
            />
          </div>
          <Button danger type="link" disabled={lines.length === 1} onClick={() => remove(i)}>
            移除
          </Button>
        </div>
      ))}
      <Button ref={adding} onClick={() => onChange?.([...lines, freshLine()])}>
        添加药品
      </Button>
    </div>
  )
}

export default LinesInput
