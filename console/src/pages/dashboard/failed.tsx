import { Button } from '../../shell/button.tsx'
import styles from './dashboard.module.css'
import { Tile } from './tile.tsx'

/** Why nothing is shown, and how to go on. */
export const Failed = ({ error, again }: { error: Error; again: () => unknown }) => (
  <Tile title="首页没有读到">
    <p>{error.message}</p>
    <p className={styles.button}>
      <Button primary onClick={() => void again()}>
        重新读取
      </Button>
    </p>
  </Tile>
)
