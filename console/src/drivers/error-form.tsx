import { Alert } from 'antd'
import { useState } from 'react'
import { EditRows, shapeOf } from '../kit/index.ts'
import { errorFields } from './abi-fields.ts'
import { errorRows, type Json, repeatedKey, withErrorRows } from './abi-model.ts'

/**
 * The vendor's codes and what they mean at the counter. The rows are kept here while they are typed: on its way to -20 a
 * code is -2 for a moment, and the row that has it already must not be lost.
 */
export const ErrorForm = ({ manifest, onChange }: { manifest: Json; onChange: (manifest: Json) => void }) => {
  const [rows, setRows] = useState(() => errorRows(manifest.errors))
  const repeated = repeatedKey(rows)
  return (
    <>
      {repeated !== undefined && (
        <Alert
          type="warning"
          showIcon
          title={`返回码 ${repeated} 出现了两次，保存后只留最后一行`}
          style={{ marginBottom: 8 }}
        />
      )}
      <EditRows
        shape={shapeOf(errorFields)}
        widths={{ key: 150, code: 300 }}
        rows={rows}
        onChange={(next) => {
          setRows(next)
          onChange({ ...manifest, errors: withErrorRows(next) })
        }}
        noun="错误码"
        fresh={() => ({ key: '', code: 'CARD_UNKNOWN_ERROR', text: '' })}
      />
    </>
  )
}
