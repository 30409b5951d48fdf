import { dictionary } from '@yibao/shared/calls/dictionary.ts'
import { Alert, Button, Drawer, Input, Select, Space } from 'antd'
import { useState } from 'react'
import { callServer, useCall } from '../../../api/index.ts'
import { ui } from '../../../api/ui.ts'
import { useWork } from '../../../kit/use-work.ts'
import { type Draft, draftOf, emptyDraft, problemOfDraft } from './draft.ts'
import { DropdownHistory } from './dropdown-history.tsx'
import { DropdownItems } from './dropdown-items.tsx'

/** Lists that an area keeps itself, with their history. */
export const DropdownEditor = ({ onClose }: { onClose: () => void }) => {
  const answer = useCall(dictionary.searchDynamicDropdowns, {}, { staleTime: 0 })
  const all = answer.data ?? []
  const [draft, setDraft] = useState<Draft>()
  const [history, setHistory] = useState(false)
  const [running, run] = useWork()
  const problem = draft && problemOfDraft(draft)
  const choose = (name: string) => {
    const found = all.find((one) => one.name === name)
    setDraft(found ? draftOf(found) : emptyDraft)
  }
  const save = async () => {
    const { isNew: _, ...sent } = draft!
    setDraft(draftOf(await callServer(dictionary.submitDynamicDropdowns, sent)))
    ui().success('下拉列表已保存')
    await answer.refetch()
  }
  return (
    <Drawer
      open
      size={Math.min(720, innerWidth)}
      title="下拉列表维护"
      onClose={onClose}
      footer={
        <Space style={{ justifyContent: 'flex-end', width: '100%' }}>
          {problem && <span role="status">{problem}</span>}
          <Button disabled={!draft || draft.isNew} onClick={() => setHistory(true)}>
            修改记录
          </Button>
          <Button type="primary" loading={running} disabled={!draft || !!problem} onClick={() => void run(save)}>
            保存
          </Button>
        </Space>
      }
    >
      <Space orientation="vertical" style={{ width: '100%' }}>
        <Space.Compact block>
          <Select
            showSearch={{ optionFilterProp: 'label' }}
            style={{ flex: 1 }}
            placeholder="选择一个列表"
            aria-label="下拉列表"
            loading={answer.loading}
            value={draft && !draft.isNew ? draft.name : undefined}
            options={all.map(({ name, title }) => ({ value: name, label: `${title} ${name}` }))}
            onChange={choose}
          />
          <Button onClick={() => setDraft(emptyDraft)}>新建列表</Button>
        </Space.Compact>
        {answer.error && <Alert type="error" title={answer.error.message} />}
        {draft && (
          <>
            <Space.Compact block>
              <Input
                addonBefore="编码"
                value={draft.name}
                disabled={!draft.isNew}
                maxLength={40}
                onChange={({ target }) => setDraft({ ...draft, name: target.value })}
              />
              <Input
                addonBefore="名称"
                value={draft.title}
                maxLength={60}
                onChange={({ target }) => setDraft({ ...draft, title: target.value })}
              />
            </Space.Compact>
            <DropdownItems items={draft.items} onChange={(items) => setDraft({ ...draft, items })} />
          </>
        )}
      </Space>
      {history && draft && (
        <DropdownHistory
          name={draft.name}
          onClose={() => setHistory(false)}
          onRestored={(restored) => {
            setDraft(draftOf(restored))
            setHistory(false)
            void answer.refetch()
          }}
        />
      )}
    </Drawer>
  )
}
