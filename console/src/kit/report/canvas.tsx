import { BarChart, LineChart } from 'echarts/charts'
import { AriaComponent, DataZoomComponent, GridComponent, LegendComponent, TooltipComponent } from 'echarts/components'
import { type EChartsType, init, use } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { useEffect, useRef } from 'react'
import { useTheme } from '../../state/theme.ts'
import type { Colours } from './chart-option.ts'

use([
  ...[BarChart, LineChart, GridComponent, TooltipComponent, LegendComponent],
  ...[DataZoomComponent, AriaComponent, CanvasRenderer],
])

interface Props<D> {
  data: D
  option: (data: D, colours: Colours) => Record<string, unknown>
  className: string | undefined
  /** What it shows, for who cannot see it. */
  label: string
  onPick?: ((index: number) => void) | undefined
}

/** A chart on a canvas of its own, as wide as its place, in the colours of the theme. Loaded only where one is drawn. */
export const Canvas = <D,>({ data, option, className, label, onPick }: Props<D>) => {
  const place = useRef<HTMLDivElement>(null)
  const theme = useTheme((state) => state.theme)
  const drawn = useRef<EChartsType>(undefined)
  const pick = useRef(onPick)
  pick.current = onPick
  useEffect(() => {
    const element = place.current
    if (!element) return
    const chart = init(element)
    drawn.current = chart
    chart.on('click', ({ dataIndex }) => pick.current?.(dataIndex))
    const watch = new ResizeObserver(() => chart.resize())
    watch.observe(element)
    return () => {
      watch.disconnect()
      chart.dispose()
    }
  }, [])
  // Drawn anew in its place: figures that are read again every few seconds leave what somebody points at open.
  useEffect(() => {
    if (!place.current) return
    const css = getComputedStyle(place.current)
    const colour = (name: string) => css.getPropertyValue(name).trim()
    const colours = { text: colour('--text'), line: colour('--line'), ground: colour('--raised'), font: css.fontFamily }
    drawn.current?.setOption(option(data, colours), { replaceMerge: ['series', 'dataZoom'] })
  }, [data, theme, option])
  return <div ref={place} className={className} role="img" aria-label={label} />
}
