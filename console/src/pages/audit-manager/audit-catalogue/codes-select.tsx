import { Select } from 'antd'
import { type InputProps, useDict } from '../../../kit/index.ts'

/** Several codes of a dictionary in one text, spaces between them; none means all. */
const codesSelect = (codeType: string) =>
  function CodesSelect({ id, value, onChange, autoFocus }: InputProps) {
    const entries = useDict(codeType)
    return (
      <Select
        id={id}
        autoFocus={autoFocus}
        mode="multiple"
        allowClear
        style={{ width: '100%' }}
        placeholder="全部"
        showSearch={{ optionFilterProp: 'label' }}
        value={typeof value === 'string' && value ? value.split(' ') : []}
        options={entries.filter(({ stopped }) => !stopped).map((one) => ({ value: one.value, label: one.name }))}
        onChange={(codes: string[]) => onChange?.(codes.length ? codes.join(' ') : undefined)}
      />
    )
  }

export const ruleInputs = { medicalTypes: codesSelect('med_type'), insutypes: codesSelect('insutype') }
