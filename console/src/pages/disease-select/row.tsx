import { balanceWords, diseaseKinds } from '../../filing/balance.ts'
import { dueText } from '../../filing/look.ts'
import { Status } from '../../kit/index.ts'
import styles from './disease.module.css'
import type { Disease } from './look.ts'

interface RowProps {
  disease: Disease
  active: boolean
  /** A first press marks the row, a second one chooses it: a double click, or two taps. */
  onPress: () => void
}

/** A registered disease: its period, and what is known of its limit and of what is left of it. */
export const DiseaseRow = ({ disease, active, onPress }: RowProps) => (
  <button type="button" className={styles.row} aria-selected={active} role="option" onClick={onPress}>
    <b>{disease.name}</b>
    <span>
      {disease.code} · {diseaseKinds[disease.kind]}
    </span>
    <span>
      {disease.begin || '--'} 至 {disease.end || '长期'}
    </span>
    {balanceWords(disease).map((words) => (
      <span key={words}>{words}</span>
    ))}
    {disease.endsIn !== undefined && <Status tone="warn">{dueText(disease.endsIn)}，请提醒参保人续备案</Status>}
  </button>
)
