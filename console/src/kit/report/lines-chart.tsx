import { Canvas } from './canvas.tsx'
import { type Lines, lineOption } from './line-option.ts'
import styles from './report.module.css'

/** Lines over time; `label` says what they show, for who cannot see it. */
export default function LinesChart({ data, label }: { data: Lines; label: string }) {
  return <Canvas {...{ data, option: lineOption, className: styles.small, label }} />
}
