import { herbKinds, herbsOf, herbsUnsaid } from '../flow/herbs.ts'
import css from './basket-grid.module.css'
import { useCounter, useStore } from './store-context.ts'

/** What was said of the herbs in the basket, and the way to say it otherwise. */
export const HerbsWord = () => {
  const { dispatch } = useStore()
  const state = useCounter()
  const kinds = herbKinds(state.lines).length
  const herbs = herbsUnsaid(state) ? undefined : herbsOf(state)
  const said =
    herbs && [herbs.use === '1' ? '复方' : '单方', herbs.doses && `${herbs.doses} 剂`].filter(Boolean).join(' · ')
  return (
    <button type="button" className={css.herbs} onClick={() => dispatch({ type: 'open', dialog: 'herbs' })}>
      饮片 {said ?? `${kinds} 种`}
    </button>
  )
}
