import { Group } from '../kit/index.ts'
import styles from './catalogue.module.css'

/** Every column of the centre's file that says something, by its name in the standard. */
export const AllFields = ({ fields }: { fields: readonly { title: string; value: string }[] }) =>
  fields.length > 0 && (
    <Group title="中心下发的全部字段">
      <dl className={styles.all}>
        {fields.map(({ title, value }) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Group>
  )
