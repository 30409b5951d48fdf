import { useId } from 'react'
import { FieldInput, metaAt } from '../kit/index.ts'
import styles from './abi.module.css'

type Shape = Parameters<typeof metaAt>[0]

interface Props {
  shape: Shape
  values: Record<string, unknown>
  onChange: (values: Record<string, unknown>) => void
}

/** Fields beside each other that take effect while they are typed. */
export const PlainFields = ({ shape, values, onChange }: Props) => {
  const group = useId()
  return (
    <div className={styles.fields}>
      {Object.keys(shape).map((key) => {
        const meta = metaAt(shape, key)
        return (
          <div key={key}>
            <label htmlFor={`${group}-${key}`}>{meta.title}</label>
            <FieldInput
              id={`${group}-${key}`}
              meta={{ ...meta, max: Math.min(meta.max ?? 90, 90) }}
              placeholder=""
              value={values[key]}
              onChange={(value) => onChange({ ...values, [key]: value })}
            />
          </div>
        )
      })}
    </div>
  )
}
