import { type FigureName, figureTitles } from '@yibao/shared/entities/figures.ts'
import { formatAmount } from '@yibao/shared/money.ts'
import { type Column, Money, useDictName } from '../../kit/index.ts'
import styles from './triple.module.css'

type Figures = Partial<Record<FigureName, string | number>>

/** Both sides of a group, and local − centre. */
interface Sided {
  local?: Figures
  centre?: Figures
  gap?: Figures
  figuresAt?: string
}

const plain = (value: string | number | undefined) =>
  value === undefined ? '--' : typeof value === 'number' ? String(value) : formatAmount(value)

const Figure = ({ value, signed = false }: { value: string | number | undefined; signed?: boolean }) => {
  if (typeof value !== 'number') return <Money value={value} signed={signed} />
  const apart = signed && value !== 0
  return <span data-apart={apart || undefined}>{apart && value > 0 ? `+${value}` : value}</span>
}

/** Ours, the centre's, and what lies between, one below the other. */
export const Triple = ({ row: { local, centre, gap }, name }: { row: Sided; name: FigureName }) => (
  <span className={styles.triple}>
    <Figure value={local?.[name]} />
    <Figure value={centre?.[name]} />
    <Figure value={gap?.[name]} signed />
  </span>
)

/** Ours and the centre's of one settlement; red where they are not the same. */
const Both = ({ row: { local, centre, gap }, name }: { row: Sided; name: FigureName }) => {
  const apart = gap !== undefined && Number(gap[name]) !== 0
  const [ours, theirs] = [plain(local?.[name]), plain(centre?.[name])]
  return (
    <span className={styles.triple}>
      <span data-apart={apart || undefined}>{ours}</span>
      <span data-apart={apart || undefined}>{theirs}</span>
    </span>
  )
}

const inWords = ({ local, centre }: Sided, name: FigureName) => `${plain(local?.[name])} / ${plain(centre?.[name])}`

/** Whose figures they are, in as many lines as those need. */
const Words = ({ text, more }: { text: string; more?: string }) => (
  <span className={styles.words} title={more ? `${text}，${more}` : text}>
    {text}
    {more && (
      <>
        <br />
        <small>{more}</small>
      </>
    )}
  </span>
)

/** What a group is: its insurance, and what it is cleared as, without which two of one insurance look the same. */
const GroupName = ({ row }: { row: { insutype: string; clrType: string; clrOptins: string } }) => {
  const insutype = useDictName('insutype')
  const clrType = useDictName('clr_type')
  return <Words text={insutype(row.insutype)} more={`${row.clrOptins} ${clrType(row.clrType)}`} />
}

/** Store and group of a row, px. */
export const storeColumn = <R extends { storeName: string }>(width: number): Column<R> => ({
  ...{ key: 'storeName', width },
  render: ({ storeName }) => <Words text={storeName} />,
})

/** Insurance, clearing type and clearing institution of a group in one column, three in a sheet; width in px. */
export const groupColumn = <R extends { insutype: string; clrType: string; clrOptins: string }>(
  width: number,
): Column<R> => ({
  ...{ key: 'insutype', width, exports: ['insutype', 'clrType', 'clrOptins'] },
  render: (row) => <GroupName row={row} />,
})

/** Which line of the cells beside it is whose, and of when the centre's is. */
export const sidesColumn = <R extends Sided>(lines: 2 | 3): Column<R> => ({
  ...{ key: 'figuresAt', title: '两边', width: 56 },
  // Of one settlement nobody asks when it was pulled.
  exports: lines === 3 ? ['figuresAt'] : [],
  text: () => '本地 / 中心',
  render: ({ figuresAt }) => (
    <>
      <span className={styles.names} title={figuresAt && `中心数据 ${figuresAt}`}>
        <span>本地</span>
        <span>中心</span>
        {lines === 3 && <span>差额</span>}
      </span>
      <span className={styles.pulled}>{figuresAt ? `中心数据 ${figuresAt.slice(5, 16)}` : '本地和中心'}</span>
    </>
  ),
})

/** Columns of both sides by their widths, px; a sheet gets ours, the centre's and the difference of each. */
export const tripleColumns = <R extends Sided>(
  widths: Partial<Record<FigureName, number>>,
  more: Partial<Column<R>> = {},
): Column<R>[] =>
  (Object.entries(widths) as [FigureName, number][]).map(([name, width]) => ({
    ...{ key: `local.${name}`, title: figureTitles[name], width, ...more },
    exports: ['local', 'centre', 'gap'].map((side) => `${side}.${name}`),
    text: (row) => inWords(row, name),
    render: (row) => <Triple row={row} name={name} />,
  }))

/** The same of settlements, without the difference. */
export const bothColumns = <R extends Sided>(
  widths: Partial<Record<FigureName, number>>,
  more: Partial<Column<R>> = {},
): Column<R>[] =>
  (Object.entries(widths) as [FigureName, number][]).map(([name, width]) => ({
    ...{ key: `local.${name}`, title: figureTitles[name], width, ...more },
    text: (row) => inWords(row, name),
    render: (row) => <Both row={row} name={name} />,
  }))
