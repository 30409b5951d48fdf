import { formatCount } from '@yibao/shared/money.ts'
import { Button } from 'antd'
import { useState } from 'react'
import type { Shape } from '../fields.ts'
import styles from '../values.module.css'
import { Actions, useAllowed } from './actions.tsx'
import type { Row, TitledColumn } from './spec.ts'
import { sumsOf } from './sums.ts'
import type { Action, Matching, Tools } from './types.ts'

interface Props {
  batch: Action<readonly Row[]>[]
  shape: Shape
  /** The columns in view. */
  shown: readonly TitledColumn[]
  picked: Row[]
  matching: Matching
  counts?: ((row: Row) => boolean) | undefined
  tools: Tools
  onClear: () => void
}

/** What is ticked and what can be done with it; a full page offers everything that matches the filters. */
export const Picked = ({ batch, shape, shown, picked, matching, counts, tools, onClear }: Props) => {
  const [all, setAll] = useState(false)
  const allowed = useAllowed()
  const forAll = batch.filter((action) => action.runAll && allowed(action) && (action.shown?.(picked) ?? true))
  const more = forAll.length > 0 && matching.total !== undefined && matching.total > picked.length
  const whole = more && `${formatCount(matching.total!)}${matching.bound ? '+' : ''} 条`
  if (all && more)
    return (
      <>
        <strong>已选全部 {whole}</strong>
        <Actions
          actions={forAll}
          target={picked}
          tools={tools}
          runWith={(action, given) => action.runAll!(matching, given)}
        />
        <Button type="link" onClick={() => setAll(false)}>
          只选本页 {picked.length} 条
        </Button>
      </>
    )
  const { sums, counted } = sumsOf(shape, shown, picked, counts)
  return (
    <>
      <span>选中 {picked.length} 条</span>
      {sums.length > 0 && counted < picked.length && <span className={styles.grey}>其中 {counted} 条计入合计</span>}
      {sums.map(({ title, text }) => (
        <span key={title} className={styles.grey}>
          {title} {text}
        </span>
      ))}
      <Actions actions={batch} target={picked} tools={tools} />
      {more && (
        <Button type="link" onClick={() => setAll(true)}>
          选择符合条件的全部 {whole}
        </Button>
      )}
      <Button type="link" onClick={onClear}>
        取消选择
      </Button>
    </>
  )
}
