import type { ComponentType } from 'react'
import { Segmented } from '../kit/late/antd.ts'
import { useTabState } from '../state/tab.tsx'
import styles from './filing-sides.module.css'

interface Side {
  value: string
  label: string
  /** Its filters are those of the other sides: what was looked for on one is looked for on the other. */
  List: ComponentType
}

/** Several kinds of filing on one page, one of them at a time. */
export const defineSides = (title: string, sides: readonly [Side, ...Side[]]): ComponentType =>
  function Sides() {
    const [chosen, setChosen] = useTabState('side', sides[0].value)
    const { value, List } = sides.find((side) => side.value === chosen) ?? sides[0]
    return (
      <div className={styles.sides}>
        <Segmented
          className={styles.choice}
          aria-label={title}
          value={value}
          options={sides.map((side) => ({ value: side.value, label: side.label }))}
          onChange={setChosen}
        />
        <List key={value} />
      </div>
    )
  }
