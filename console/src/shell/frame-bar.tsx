import { placeOf, type SessionMe } from '../state/me.ts'
import { Lights } from './lights/lights.tsx'
import styles from './navbar.module.css'

/** R0 of a counter in an ERP's frame, where no top bar is: whose counter it is, and the lights (ux 2.2, 4). */
export const FrameBar = ({ me }: { me: SessionMe }) => {
  const { name, surName, userName } = me.user
  return (
    <header className={styles.frameBar} data-frame-bar>
      <span className={styles.place}>
        {placeOf(me.user)} · {name || surName || userName}
      </span>
      <span className={styles.grow} />
      <Lights me={me} />
    </header>
  )
}
