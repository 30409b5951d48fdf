import styles from './skip.module.css'

const stops = 'a[href], button, input, select, textarea, [tabindex]'

const isStop = (one: HTMLElement) =>
  one.tabIndex >= 0 &&
  !one.matches(':disabled') &&
  one.getClientRects().length > 0 &&
  getComputedStyle(one).visibility === 'visible'

const toPage = () => {
  const room = document.querySelector('main')
  const all = [...(room?.querySelectorAll<HTMLElement>(stops) ?? [])]
  all.find(isStop)?.focus()
}

/**
 * The first stop of the keyboard, seen only while it has it: goes to the first one of the page that is shown. An
 * administrator's menu and top bar are some seventy stops before that.
 */
export const SkipToPage = () => (
  <button type="button" className={styles.skip} onClick={toPage}>
    跳到页面内容
  </button>
)
