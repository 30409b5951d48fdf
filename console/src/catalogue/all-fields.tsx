import styles from './catalogue.module.css'

/** Every column of the centre's file that says something, by its name in the standard. */
export const AllFields = ({ fields }: { fields: readonly { title: string; value: string }[] }) =>
  fields.length > 0 && (
    <section>
      <h3>中心下发的全部字段</h3>
      <dl className={styles.all}>
        {fields.map(({ title, value }) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
