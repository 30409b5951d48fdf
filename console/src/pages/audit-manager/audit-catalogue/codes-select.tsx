import { type InputProps, ManySelect, optionsRead, useDictRead } from '../../../kit/index.ts'

/** Several codes of a dictionary in one text, spaces between them; none means all. */
const codesSelect = (codeType: string) =>
  function CodesSelect({ id, value, onChange, autoFocus }: InputProps) {
    const dict = useDictRead(codeType)
    return (
      <ManySelect
        id={id}
        autoFocus={autoFocus}
        read={optionsRead(dict)}
        placeholder="全部"
        value={typeof value === 'string' && value ? value.split(' ') : []}
        options={dict.entries.filter(({ stopped }) => !stopped).map((one) => ({ value: one.value, label: one.name }))}
        onChange={(codes) => onChange?.((codes as string[]).join(' ') || undefined)}
      />
    )
  }

export const ruleInputs = { medicalTypes: codesSelect('med_type'), insutypes: codesSelect('insutype') }
