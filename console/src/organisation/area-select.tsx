import { ybConfig } from '@yibao/shared/calls/base.ts'
import { Select } from 'antd'
import { useCall } from '../api/index.ts'
import { clear } from '../kit/clear.tsx'
import { type InputProps, optionsRead } from '../kit/index.ts'
import { areaOptions } from './areas.ts'
import { useCardDistricts } from './card-districts.ts'

interface Props extends InputProps {
  multiple?: boolean
  placeholder: string
  read: ReturnType<typeof optionsRead>
  options: { value: string; label: string }[] | undefined
}

const AreaSelect = ({ id, value, onChange, multiple, placeholder, read, options }: Props) => (
  <Select
    {...read}
    id={id}
    mode={multiple ? 'multiple' : undefined}
    allowClear={clear}
    showSearch={{ optionFilterProp: 'label' }}
    style={{ width: '100%' }}
    placeholder={placeholder}
    value={value as string | undefined}
    options={options}
    onChange={(next) => onChange?.(next)}
  />
)

/** Several of the areas the person may choose. */
export const AreasSelect = (props: InputProps) => {
  const answer = useCall(ybConfig.pullUserMedicalAreas, {})
  const options = answer.data && areaOptions(answer.data.medicalAreas)
  return <AreaSelect {...props} multiple placeholder="选择区划" read={optionsRead(answer)} options={options} />
}

const ownAreaSelect = (placeholder: string) =>
  function OwnAreaSelect(props: InputProps) {
    const answer = useCall(ybConfig.pullUserMedicalAreas, {})
    const options = answer.data && areaOptions(answer.data.medicalAreas)
    return <AreaSelect {...props} placeholder={placeholder} read={optionsRead(answer)} options={options} />
  }

/** One of all areas, for a super administrator; every area without a choice. */
export const SuperAreaSelect = ownAreaSelect('全部区划')
/** The area a thing is put into. */
export const OneAreaSelect = ownAreaSelect('选择区划')
/** An area to ask the centre of; the session's without a choice. */
export const AskedAreaSelect = ownAreaSelect('当前区划')

/** An area whose dictionary the person may look at; his own without a choice. */
export const DictionaryAreaSelect = (props: InputProps) => {
  const answer = useCardDistricts()
  const options = answer.data?.map((area) => ({ value: area.value, label: `${area.name} ${area.value}` }))
  return <AreaSelect {...props} placeholder="当前区划" read={optionsRead(answer)} options={options} />
}
