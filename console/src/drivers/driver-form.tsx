import { note } from '@yibao/shared/field.ts'
import { shapeOf } from '../kit/index.ts'
import { driverFields } from './abi-fields.ts'
import { driverRow, type Json, settingRow, withDriverRow, withSettingRow } from './abi-model.ts'
import { PlainFields } from './plain-fields.tsx'

interface Props {
  manifest: Json
  onChange: (manifest: Json) => void
}

/** What holds for the whole library: charset, convention, what it needs of its folder, what it is started with everywhere. */
export const DriverForm = ({ manifest, onChange }: Props) => {
  const settings = settingRow(manifest)
  const titles = Object.entries(settings).map(([name, { title }]) => [name, note(title, { max: 4000 })] as const)
  return (
    <>
      <PlainFields
        shape={shapeOf(driverFields)}
        values={driverRow(manifest)}
        onChange={(row) => onChange(withDriverRow(row, manifest))}
      />
      {titles.length > 0 && (
        <>
          <p>启动参数：所有电脑共用的值。某台电脑不同时，在「试用」里单独设置。</p>
          <PlainFields
            shape={Object.fromEntries(titles)}
            values={Object.fromEntries(Object.entries(settings).map(([name, one]) => [name, one.default]))}
            onChange={(row) => onChange(withSettingRow(row, manifest))}
          />
        </>
      )}
    </>
  )
}
