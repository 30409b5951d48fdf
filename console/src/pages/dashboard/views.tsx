import { SmallTable } from '../../kit/index.ts'
import styles from './figure.module.css'
import { mostOf, type Plot } from './plot.ts'

const share = (value: number, most: number) => `${(Math.max(0, value) / most) * 100}%`

const sayOf = ({ names, series }: Plot, i: number) =>
  `${names[i]} ${series.map(({ title, values, text }) => `${title} ${text(values[i] ?? 0)}`).join('，')}`

/** Bars that stand, stacked or beside each other; every so many of them has its name below. */
const Bars = ({ plot }: { plot: Plot }) => {
  const most = mostOf(plot)
  const every = Math.ceil(plot.names.length / 10)
  return (
    <div className={styles.bars} aria-hidden="true">
      {plot.names.map((name, i) => (
        <div key={name} className={styles.bar} title={sayOf(plot, i)}>
          <div className={styles[plot.form]}>
            {plot.series.toReversed().map(({ title, tone, values }) => (
              <i key={title} className={styles[tone]} style={{ height: share(values[i] ?? 0, most) }} />
            ))}
          </div>
          <span>{(plot.names.length - 1 - i) % every === 0 ? name : ''}</span>
        </div>
      ))}
    </div>
  )
}

/** Bars that lie behind their names. */
const Rows = ({ plot }: { plot: Plot }) => {
  const most = mostOf(plot)
  return (
    <ol className={styles.lying} aria-hidden="true">
      {plot.names.map((name, i) => (
        <li key={name} title={sayOf(plot, i)}>
          <span>{name}</span>
          <span className={styles.rows}>
            {plot.series.map(({ title, tone, values }) => (
              <i key={title} className={styles[tone]} style={{ width: share(values[i] ?? 0, most) }} />
            ))}
          </span>
          <span>{plot.series[0]!.text(plot.series[0]!.values[i] ?? 0)}</span>
        </li>
      ))}
    </ol>
  )
}

/** Lines over time; where nothing was measured the line is broken. */
const Lines = ({ plot }: { plot: Plot }) => {
  const { names, series, bands } = plot
  const most = mostOf(plot)
  const path = (values: readonly number[]) =>
    values
      .map((value, i) =>
        value > 0 ? `${values[i - 1]! > 0 ? 'L' : 'M'}${i + 0.5} ${100 - (value / most) * 100}h.01` : '',
      )
      .join('')
  return (
    <div className={styles.line} aria-hidden="true">
      <svg viewBox={`0 -3 ${names.length} 106`} preserveAspectRatio="none" role="presentation">
        {bands?.map(
          (band, i) => band && <rect key={names[i]} x={i} y={0} width={1} height={100} className={styles.band} />,
        )}
        {series.map(({ title, tone, values }) => (
          <path key={title} d={path(values)} className={styles[tone]} />
        ))}
      </svg>
      <p>
        <span>{names[0]}</span>
        <span>最高 {series[0]!.text(most)}</span>
        <span>{names.at(-1)}</span>
      </p>
    </div>
  )
}

/** The drawing of a plot; its figures are in the table. */
export const Drawing = ({ plot }: { plot: Plot }) =>
  plot.form === 'rows' ? <Rows plot={plot} /> : plot.form === 'line' ? <Lines plot={plot} /> : <Bars plot={plot} />

/** The same figures as a table; columns without any are left out where they would be many. */
export const Table = ({ plot: { head, names, series, form } }: { plot: Plot }) => {
  const worth = (i: number) => form === 'stacked' || form === 'rows' || series.some(({ values }) => values[i])
  return (
    <SmallTable head={[head, ...series.map(({ title }) => ({ title, number: true }))]}>
      {names.map(
        (name, i) =>
          worth(i) && (
            <tr key={name}>
              <th scope="row">{name}</th>
              {series.map(({ title, values, text }) => (
                <td key={title} data-number>
                  {text(values[i] ?? 0)}
                </td>
              ))}
            </tr>
          ),
      )}
    </SmallTable>
  )
}
