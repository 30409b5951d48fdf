import { letGo, mayEnd } from '../session/leaving.ts'
import { isOffered, putOff, useNewer } from '../state/newer.ts'
import { useTabs } from '../state/tab-store.ts'
import styles from './bars.module.css'
import { Button } from './button.tsx'

/** Loads the console anew, after unsaved input was asked about. */
export const reloadConsole = async (): Promise<void> => {
  if (!(await mayEnd('刷新'))) return
  letGo()
  location.reload()
}

const useNewVersion = (): boolean => {
  const newer = useNewer()
  return useTabs(({ tabs }) => isOffered(newer, tabs))
}

/** 有新版本: a quiet line; nothing happens unless it is pressed. */
export const NewVersionBar = () =>
  useNewVersion() && (
    <div className={styles.newVersion} role="status">
      <span>有新版本，刷新后使用。</span>
      <span>
        <Button onClick={putOff}>稍后</Button> <Button onClick={() => void reloadConsole()}>立即刷新</Button>
      </span>
    </div>
  )

/** The same where no line may move the page: one button in the top bar of the counter. */
export const NewVersionButton = () =>
  useNewVersion() && (
    <button
      type="button"
      className={styles.newVersionButton}
      title="刷新后使用新版本"
      onClick={() => void reloadConsole()}
    >
      有新版本，立即刷新
    </button>
  )
