import type { ResultOf } from '@yibao/shared/call.ts'
import type { report } from '@yibao/shared/calls/dashboard.ts'
import { useState } from 'react'
import styles from './dashboard.module.css'
import { Figure } from './figure.tsx'
import { daysPlot, daysSentence, hoursPlot, hoursSentence, typesPlot, typesSentence } from './home-plots.ts'

const periods = [7, 30]

/** Money by day, settlements by hour, kinds of visits. */
export default function Charts({ home }: { home: ResultOf<typeof report.dashboard> }) {
  const [period, setPeriod] = useState(periods[0]!)
  const { days, hours, types, at } = home
  return (
    <>
      <Figure
        wide
        title={`近 ${period} 天结算金额`}
        plot={daysPlot(days.slice(-period))}
        sentence={daysSentence(days)}
        more={periods.map((one) => (
          <button
            key={one}
            type="button"
            className={styles.switch}
            aria-pressed={one === period}
            onClick={() => setPeriod(one)}
          >
            {one} 天
          </button>
        ))}
      />
      <Figure title="近 30 天医疗类别" plot={typesPlot(types)} sentence={typesSentence(types)} />
      <Figure wide title="今天各时段结算" plot={hoursPlot(hours)} sentence={hoursSentence(hours, at)} />
    </>
  )
}
