import { type ComponentType, useEffect } from 'react'
import { useTabState, useTabView } from '../state/tab.tsx'
import { viewPrefix } from '../state/tabs.ts'
import { Segmented } from './late/antd.ts'
import type { ListState } from './list/state.ts'
import { stateBeside, viewBeside } from './list/view.ts'
import styles from './page-sides.module.css'

interface Side {
  value: string
  label: string
  /** What was looked for on the other sides is looked for on it, by the filters that it has, too. */
  List: ComponentType
}

/** In the address of a link to one side; the page itself keeps the side in its tab. */
const asked = `${viewPrefix}side`

/** Several lists on one page, one of them at a time; a link names its side as `f.side`. */
export const defineSides = (title: string, sides: readonly [Side, ...Side[]]): ComponentType =>
  function Sides() {
    const [chosen, setChosen] = useTabState('side', sides[0].value)
    const [, setList] = useTabState<ListState | undefined>('list', undefined)
    const [{ [asked]: named, ...view }, setView] = useTabView()
    // The list writes its own view over the link's: what it named has to be kept before.
    useEffect(() => {
      if (named) setChosen(named)
    }, [named])
    const { value, List } = sides.find((side) => side.value === (named ?? chosen)) ?? sides[0]
    return (
      <div className={styles.sides}>
        <Segmented
          className={styles.choice}
          aria-label={title}
          value={value}
          options={sides.map((side) => ({ value: side.value, label: side.label }))}
          onChange={(next) => {
            setChosen(next)
            setList((list) => list && stateBeside(list))
            setView(viewBeside(view))
          }}
        />
        <List key={value} />
      </div>
    )
  }
