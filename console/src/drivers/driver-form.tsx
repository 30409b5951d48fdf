import { shapeOf } from '../kit/index.ts'
import { driverFields } from './abi-fields.ts'
import { driverRow, type Json, withDriverRow } from './abi-model.ts'
import { PlainFields } from './plain-fields.tsx'

/** What holds for the whole library: charset, convention, what it needs of its folder. */
export const DriverForm = ({ manifest, onChange }: { manifest: Json; onChange: (manifest: Json) => void }) => (
  <PlainFields
    shape={shapeOf(driverFields)}
    values={driverRow(manifest)}
    onChange={(row) => onChange(withDriverRow(row, manifest))}
  />
)
