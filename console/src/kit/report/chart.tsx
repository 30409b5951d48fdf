import { BarChart, LineChart } from 'echarts/charts'
import { AriaComponent, DataZoomComponent, GridComponent, LegendComponent, TooltipComponent } from 'echarts/components'
import { init, use } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { useEffect, useRef } from 'react'
import { useTheme } from '../../state/theme.ts'
import { type ChartData, chartOption } from './chart-option.ts'
import styles from './report.module.css'

use([
  ...[BarChart, LineChart, GridComponent, TooltipComponent, LegendComponent],
  ...[DataZoomComponent, AriaComponent, CanvasRenderer],
])

interface Props {
  data: ChartData
  /** What it shows, for who cannot see it; the table has the figures. */
  label: string
  onPick?: (index: number) => void
}

/** A chart on a canvas of its own, as wide as its place, in the colours of the theme. Loaded only by report pages. */
export default function Chart({ data, label, onPick }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const theme = useTheme((state) => state.theme)
  const pick = useRef(onPick)
  pick.current = onPick
  useEffect(() => {
    const element = place.current
    if (!element) return
    const chart = init(element)
    const css = getComputedStyle(element)
    const colour = (name: string) => css.getPropertyValue(name).trim()
    chart.setOption(chartOption(data, { text: colour('--text'), line: colour('--line'), ground: colour('--raised') }))
    chart.on('click', ({ dataIndex }) => pick.current?.(dataIndex))
    const watch = new ResizeObserver(() => chart.resize())
    watch.observe(element)
    return () => {
      watch.disconnect()
      chart.dispose()
    }
  }, [data, theme])
  return <div ref={place} className={styles.chart} role="img" aria-label={label} />
}
