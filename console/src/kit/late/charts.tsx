import { type ComponentProps, lazy, Suspense } from 'react'
import styles from '../report/report.module.css'

const Bars = lazy(() => import('../report/chart.tsx'))
const Lines = lazy(() => import('../report/lines-chart.tsx'))

const waiting = <div className={styles.small} aria-busy="true" />

/** Bars and a line over them, small; what draws comes with the first chart. */
export const SmallChart = (props: ComponentProps<typeof Bars>) => (
  <Suspense fallback={waiting}>
    <Bars small {...props} />
  </Suspense>
)

/** Lines over time. */
export const LinesChart = (props: ComponentProps<typeof Lines>) => (
  <Suspense fallback={waiting}>
    <Lines {...props} />
  </Suspense>
)
