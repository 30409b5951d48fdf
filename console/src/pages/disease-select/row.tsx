import { formatAmount } from '@yibao/shared/money.ts'
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

/** A registered disease: its period, what the year allows and what is left of it. */
export const DiseaseRow = ({ disease, active, onPress }: RowProps) => (
  <button type="button" className={styles.row} aria-selected={active} role="option" onClick={onPress}>
    <b>{disease.name}</b>
    <span>
      {disease.code}
      {disease.kind === 'twoDiseases' && ' · 门诊两病'}
    </span>
    <span>
      {disease.begin || '--'} 至 {disease.end || '长期'}
    </span>
    <span>年度限额 {formatAmount(disease.limit) || '--'}</span>
    <span>已用 {formatAmount(disease.used) || '--'}</span>
    <span>剩余 {formatAmount(disease.left) || '--'}</span>
    {disease.endsIn !== undefined && <Status tone="warn">{dueText(disease.endsIn)}，请提醒参保人续备案</Status>}
  </button>
)
