import { shortTime } from '@yibao/shared/time.ts'
import { useCounter, useStore } from '../parts/store-context.ts'
import css from './dialogs.module.css'
import { DialogButton, Frame } from './frame.tsx'

/** What this person bought in the last 30 days, here and elsewhere. */
const BoughtDialog = () => {
  const { dispatch } = useStore()
  const close = () => dispatch({ type: 'closeDialog' })
  const { bought = [] } = useCounter()
  return (
    <Frame
      title="近 30 天购药"
      wide
      onClose={close}
      buttons={
        <DialogButton first onClick={close}>
          关闭
        </DialogButton>
      }
    >
      <ul className={css.bought}>
        {bought.map(({ at, storeName, name, spec, quantity, sameStore, ownCode }) => (
          <li key={`${at}${ownCode}`}>
            <time>{shortTime(at, new Date())}</time>
            <b>{name}</b>
            <span>
              {spec} × {quantity}
            </span>
            <small>{sameStore ? '本店' : storeName}</small>
          </li>
        ))}
      </ul>
    </Frame>
  )
}

export default BoughtDialog
