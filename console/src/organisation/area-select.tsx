import { ybConfig } from '@yibao/shared/calls/base.ts'
import { useCall } from '../api/index.ts'
import { type InputProps, ManySelect, OneSelect, optionsRead } from '../kit/index.ts'
import { areaOptions, wholeAreas } from './areas.ts'
import { useCardDistricts } from './card-districts.ts'

/** Several of the areas that are the person's as a whole. */
export const AreasSelect = (props: InputProps) => {
  const answer = useCall(ybConfig.pullUserMedicalAreas, {})
  const options = answer.data && areaOptions(wholeAreas(answer.data.medicalAreas))
  return <ManySelect {...props} placeholder="选择区划" read={optionsRead(answer)} options={options} />
}

const ownAreaSelect = (placeholder: string) =>
  function OwnAreaSelect(props: InputProps) {
    const answer = useCall(ybConfig.pullUserMedicalAreas, {})
    const options = answer.data && areaOptions(answer.data.medicalAreas)
    return <OneSelect {...props} placeholder={placeholder} read={optionsRead(answer)} options={options} />
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
  return <OneSelect {...props} placeholder="当前区划" read={optionsRead(answer)} options={options} />
}
