import { Canvas } from './canvas.tsx'
import { type ChartData, chartOption } from './chart-option.ts'
import styles from './report.module.css'

interface Props {
  data: ChartData
  /** What it shows, for who cannot see it; the table has the figures. */
  label: string
  onPick?: (index: number) => void
  /** Beside other things, not a page of its own. */
  small?: boolean
}

/** Bars and a line over them. */
export default function Chart({ data, label, onPick, small }: Props) {
  const className = small ? styles.small : styles.chart
  return <Canvas {...{ data, option: chartOption, className, label, onPick }} />
}
