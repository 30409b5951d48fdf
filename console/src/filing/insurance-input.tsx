import { Select } from 'antd'
import type { InputProps } from '../kit/index.ts'
import type { PersonRead } from '../persons/read-person.tsx'

/** The insurances of the person who was read, and no other: the centre takes a filing by one of them. */
export const insuranceInput = ({ insurances }: PersonRead) =>
  function InsuranceInput({ id, value, onChange, autoFocus }: InputProps) {
    return (
      <Select
        id={id}
        autoFocus={autoFocus}
        value={value as string | undefined}
        options={insurances.map(({ insutype, insutypeName }) => ({ value: insutype, label: insutypeName }))}
        onChange={(next) => onChange?.(next)}
      />
    )
  }
