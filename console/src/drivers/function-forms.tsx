import { Button, Input, Select } from 'antd'
import { useState } from 'react'
import { EditRows, shapeOf } from '../kit/index.ts'
import styles from './abi.module.css'
import { functionFields, paramFields } from './abi-fields.ts'
import { functionRow, functionsOf, type Json, paramRow, withFunctionRow, withParamRow } from './abi-model.ts'
import { PlainFields } from './plain-fields.tsx'

const widths = { dir: 90, type: 130, bytes: 100, decode: 100, separator: 80, fields: 170 }
const empty = { class: 'read', timeoutMs: 15_000, params: [], returns: { type: 'i32', ok: [0] } }

/** The exported functions: one at a time, its own fields above its parameters. */
export const FunctionForms = ({ manifest, onChange }: { manifest: Json; onChange: (manifest: Json) => void }) => {
  const functions = functionsOf(manifest)
  const names = Object.keys(functions)
  const [chosen, setChosen] = useState(names[0] ?? '')
  const [added, setAdded] = useState('')
  const name = names.includes(chosen) ? chosen : (names[0] ?? '')
  const spec = functions[name]
  const change = (next: Json) => onChange({ ...manifest, functions: { ...functions, [name]: next } })
  const add = () => {
    onChange({ ...manifest, functions: { ...functions, [added]: empty } })
    setChosen(added)
    setAdded('')
  }
  const remove = () =>
    onChange({ ...manifest, functions: Object.fromEntries(Object.entries(functions).filter(([one]) => one !== name)) })
  return (
    <>
      <div className={styles.pick}>
        <Select
          aria-label="函数"
          style={{ minWidth: 240 }}
          showSearch
          value={name}
          options={names.map((one) => ({ value: one, label: one }))}
          onChange={setChosen}
        />
        <Button danger disabled={!spec} onClick={remove}>
          移除函数
        </Button>
        <Input
          aria-label="新函数名"
          placeholder="新函数名"
          style={{ width: 200 }}
          maxLength={41}
          value={added}
          onChange={({ target }) => setAdded(target.value.trim())}
        />
        <Button disabled={!added || names.includes(added)} onClick={add}>
          添加函数
        </Button>
      </div>
      {spec && (
        <>
          <PlainFields
            shape={shapeOf(functionFields)}
            values={functionRow(spec)}
            onChange={(row) => change(withFunctionRow(row, spec))}
          />
          <EditRows
            shape={shapeOf(paramFields)}
            widths={widths}
            rows={spec.params.map(paramRow)}
            onChange={(rows) => {
              // A row that was taken away shifts the others: each is put over the parameter of its name.
              const before = (row: Json, i: number) =>
                rows.length === spec.params.length
                  ? spec.params[i]
                  : spec.params.find((param) => param.name === row.name)
              change({ ...spec, params: rows.map((row, i) => withParamRow(row, before(row, i))) })
            }}
            noun="参数"
            fresh={() => ({ name: `p${spec.params.length + 1}`, dir: 'in', type: 'i32' })}
          />
        </>
      )}
    </>
  )
}
