import type { InputOf } from '@yibao/shared/call.ts'
import { Alert, Empty, Select } from 'antd'
import { useMemo, useState } from 'react'
import { useCall } from '../../api/index.ts'
import { metaAt } from '../fields.ts'
import { Modal } from '../late/antd.ts'
import { ReadFault } from '../read-fault.tsx'
import { SmallTable } from '../small-table.tsx'
import { leafNames } from '../tree/nodes.ts'
import { type Option, takenOver, withTaken } from './draft.ts'
import { OptionValue } from './option-value.tsx'
import { usePlaces } from './places.tsx'
import type { ConfigSpec } from './types.ts'
import type { Config } from './use-config.ts'

interface Props {
  spec: ConfigSpec
  places: NonNullable<ConfigSpec['places']>
  copy: NonNullable<NonNullable<ConfigSpec['places']>['copy']>
  chosen: string
  config: Config
  onClose: () => void
}

/**
 * Another place's own values, put into what is not saved yet: first which, then what each would change. The other place
 * is read by the page's own call, which refuses what the person may not see.
 */
export const CopyDialog = ({ spec, places, copy, chosen, config, onClose }: Props) => {
  const { fields } = spec
  const { all } = usePlaces(places)
  const [from, setFrom] = useState<string>()
  const asked = from === undefined ? null : (places.input(from) as InputOf<typeof spec.options>)
  const answer = useCall(spec.options, asked, { staleTime: 0 })
  const others = useMemo(
    () => [...leafNames(all)].filter(([key]) => key !== chosen && copy.among(key)),
    [all, chosen, copy],
  )
  const read = answer.data as { place: string; options: Option[] } | undefined
  const taken = read ? takenOver(fields, read.options, config.options, config.draft) : []
  const words = (key: string, value: unknown) => <OptionValue fields={fields} name={key} value={value} />
  return (
    <Modal
      open
      width={640}
      title={`${copy.text}：复制到「${config.state?.place}」`}
      okText={taken.length ? `填入 ${taken.length} 项，先不保存` : '填入'}
      cancelText="不复制"
      okButtonProps={{ disabled: !taken.length }}
      onOk={() => {
        config.edit(withTaken(config.draft, taken))
        onClose()
      }}
      onCancel={onClose}
    >
      <Select
        aria-label="从哪里复制"
        showSearch={{ optionFilterProp: 'label' }}
        style={{ width: '100%' }}
        placeholder="选择门店"
        notFoundContent="没有其他可以复制的门店"
        value={from}
        options={others.map(([value, label]) => ({ value, label }))}
        onChange={setFrom}
      />
      <Alert style={{ margin: '12px 0' }} type="info" showIcon title={copy.note} />
      <ReadFault error={answer.error} again={answer.refetch} waits={answer.loading} />
      {read && !taken.length && <Empty description={`「${read.place}」没有要复制的本级设置，或与这里一致`} />}
      {taken.length > 0 && (
        <SmallTable head={['项目', '现在', '复制后']}>
          {taken.map(({ option: { key }, before, after }) => (
            <tr key={key}>
              <td>{metaAt(fields, key).title}</td>
              <td>{words(key, before)}</td>
              <td>{words(key, after)}</td>
            </tr>
          ))}
        </SmallTable>
      )}
    </Modal>
  )
}
