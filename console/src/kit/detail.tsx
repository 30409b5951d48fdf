import type { Call, InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { ReactNode } from 'react'
import { useCall } from '../api/index.ts'
import { metaAt, type Shape, shapeOf, valueAt } from './fields.ts'
import { Drawer } from './late/antd.ts'
import { ReadFault, unreadTitle } from './read-fault.tsx'
import { type Tone, Value } from './value.tsx'
import styles from './values.module.css'

interface FieldsProps {
  shape: Shape
  values: unknown
  /** Fields or paths, in order. */
  fields: readonly string[]
  tones?: Record<string, Record<string, Tone>>
}

/** Characters above which a value has its line to itself. */
const long = 40

interface FactsProps {
  of: readonly { title: string; value: ReactNode; long?: boolean }[]
  /** All of them are: their decimals stand one below the other. */
  amounts?: boolean
}

/** Titles, each with what is said under it; `long` says that it has the line to itself. */
export const Facts = ({ of, amounts }: FactsProps) => (
  <dl className={amounts ? `${styles.fields} ${styles.amounts}` : styles.fields}>
    {of.map(({ title, value, long: whole }) => (
      <div key={title} data-long={whole ? '' : undefined}>
        <dt>{title}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)

/** Titles and values of some fields of a record. */
export const Fields = ({ shape, values, fields, tones = {} }: FieldsProps) => (
  <Facts
    amounts={fields.every((field) => metaAt(shape, field).kind === 'money')}
    of={fields.map((field) => {
      const meta = metaAt(shape, field)
      const value = valueAt(values, field)
      return {
        title: meta.title,
        value: <Value meta={meta} value={value} tones={tones[field]} />,
        long: typeof value === 'string' && value.length > long,
      }
    })}
  />
)

interface DetailSpec<C extends Call> {
  call: C
  title: (value: ResultOf<C>) => ReactNode
  /** Above the groups: what is wrong with the record and what to do next. */
  lead?: (value: ResultOf<C>) => ReactNode
  groups: { title: string; fields: readonly string[]; shown?: (value: ResultOf<C>) => boolean }[]
  tones?: Record<string, Record<string, Tone>>
  /** Below the groups: lines, records. */
  extra?: (value: ResultOf<C>) => ReactNode
  /** Buttons at the foot. */
  footer?: (value: ResultOf<C>) => ReactNode
}

/** px; the drawer leaves the list readable at 1366. */
const drawerWidth = 640

// Nothing in a record takes the focus, so its drawer's own body does: the keyboard scrolls it.
const reach = (inside: HTMLElement | null) => {
  const body = inside?.closest<HTMLElement>('.ant-drawer-body')
  if (body) body.tabIndex = 0
}

interface DrawerProps {
  title: ReactNode
  onClose: () => void
  footer?: ReactNode
  children: ReactNode
}

/** The drawer over a record. */
export const RecordDrawer = ({ children, ...rest }: DrawerProps) => (
  <Drawer open size={Math.min(drawerWidth, innerWidth)} {...rest}>
    <div ref={reach}>{children}</div>
  </Drawer>
)

/** Some of a record under a title. */
export const Group = ({ title, children }: { title: ReactNode; children: ReactNode }) => (
  <section className={styles.group}>
    <h3>{title}</h3>
    {children}
  </section>
)

/** A drawer over one record, read by its call. */
export const defineDetail = <C extends Call>({ call, title, lead, groups, tones, extra, footer }: DetailSpec<C>) => {
  const shape = shapeOf(call.result)
  return function Detail({ input, onClose }: { input: InputOf<C>; onClose: () => void }) {
    const { data, error, refetch } = useCall(call, input)
    const above = data && lead?.(data)
    return (
      <RecordDrawer title={data ? title(data) : unreadTitle(error)} onClose={onClose} footer={data && footer?.(data)}>
        <ReadFault error={error} again={refetch} waits={!data} />
        {above && <div className={styles.group}>{above}</div>}
        {data &&
          groups.map(
            ({ shown, ...group }) =>
              (shown?.(data) ?? true) && (
                <Group key={group.title} title={group.title}>
                  <Fields shape={shape} values={data} fields={group.fields} tones={tones} />
                </Group>
              ),
          )}
        {data && extra?.(data)}
      </RecordDrawer>
    )
  }
}
