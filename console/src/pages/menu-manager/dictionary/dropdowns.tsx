import { dictionary } from '@yibao/shared/calls/dictionary.ts'
import { Alert, Button, ConfigProvider, Drawer, Input, Select, Space } from 'antd'
import { useState } from 'react'
import { CallError, callServer, useCall } from '../../../api/index.ts'
import { ui } from '../../../api/ui.ts'
import { mayDrop, useDraft } from '../../../kit/form/leave.ts'
import { ReadFault, useWork, whileRunning } from '../../../kit/index.ts'
import { type Draft, type Dropdown, draftOf, emptyDraft, joinedDraft, problemOfDraft } from './draft.ts'
import { DropdownHistory } from './dropdown-history.tsx'
import { DropdownItems } from './dropdown-items.tsx'

const isSame = (a: Draft, b: Draft) => JSON.stringify(a) === JSON.stringify(b)

interface Props {
  /** Whose lists; the session's area where it is empty. */
  area: { medicalAreaCode?: string }
  /** What that area is called. */
  where: string
  onClose: () => void
}

/** Lists that an area keeps itself, with their history. */
export const DropdownEditor = ({ area, where, onClose }: Props) => {
  const answer = useCall(dictionary.searchDynamicDropdowns, area, { staleTime: 0 })
  const all = answer.data ?? []
  const [draft, setDraft] = useState<Draft>()
  /** What the draft was made from. */
  const [opened, setOpened] = useState<Dropdown>()
  const [joined, setJoined] = useState<{ by: string; contested: string[] }>()
  const [history, setHistory] = useState(false)
  const [running, run] = useWork()
  const problem = draft && problemOfDraft(draft)
  const changed = draft !== undefined && !isSame(draft, opened ? draftOf(opened) : emptyDraft)
  const { leave } = useDraft(changed, running, onClose)
  const begin = (found?: Dropdown) => {
    setOpened(found)
    setJoined(undefined)
    setDraft(found ? draftOf(found) : emptyDraft)
  }
  const choose = async (found?: Dropdown) => {
    if (!changed || (await mayDrop('换到别的列表后这些内容不再保留。', '放弃修改'))) begin(found)
  }
  const join = async (mine: Draft) => {
    const now = (await answer.refetch()).data?.find(({ name }) => name === mine.name)
    if (!opened || !now) return
    const { draft: both, contested } = joinedDraft(opened, mine, now)
    setDraft(both)
    setOpened(now)
    setJoined({ by: now.updatedBy, contested })
  }
  const save = async (mine: Draft) => {
    const { isNew: _, ...sent } = mine
    try {
      begin(await callServer(dictionary.submitDynamicDropdowns, { ...sent, ...area }))
    } catch (error) {
      if (error instanceof CallError && error.extend?.key === 'dropdown.changed') await join(mine)
      throw error
    }
    ui().success('下拉列表已保存')
    await answer.refetch()
  }
  return (
    <Drawer
      open
      size={Math.min(720, innerWidth)}
      title={`下拉列表维护（${where}）`}
      onClose={() => void leave()}
      footer={
        <Space style={{ justifyContent: 'flex-end', width: '100%' }}>
          {problem && <span role="status">{problem}</span>}
          <Button disabled={!draft || draft.isNew || running} onClick={() => setHistory(true)}>
            修改记录
          </Button>
          <Button
            type="primary"
            {...whileRunning(running)}
            disabled={!draft || !!problem}
            onClick={() => draft && void run(() => save(draft))}
          >
            保存
          </Button>
        </Space>
      }
    >
      <ReadFault error={answer.error} again={answer.refetch} />
      <ConfigProvider componentDisabled={running}>
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
              onChange={(name) => void choose(all.find((one) => one.name === name))}
            />
            <Button onClick={() => void choose()}>新建列表</Button>
          </Space.Compact>
          {!draft && answer.data && (
            <p>
              {all.length
                ? '选择一个列表，修改它的选项和顺序；或按「新建列表」。'
                : `${where}还没有自己的下拉列表，按「新建列表」建一个。`}
              列表属于{where}，与医保中心的字典分开，由对接的程序按编码读取。每次保存都有「修改记录」，可以恢复。
            </p>
          )}
          {joined && (
            <Alert
              type="warning"
              showIcon
              title={`${joined.by} 刚修改了这个列表，你的修改还没有保存`}
              description={`两边的修改已合在下面，请核对后再按「保存」。${
                joined.contested.length ? `两边都改过、以这里为准的：${joined.contested.join('、')}。` : ''
              }`}
            />
          )}
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
      </ConfigProvider>
      {history && draft && (
        <DropdownHistory
          name={draft.name}
          area={area}
          onClose={() => setHistory(false)}
          onRestored={(restored) => {
            begin(restored)
            setHistory(false)
            void answer.refetch()
          }}
        />
      )}
    </Drawer>
  )
}
