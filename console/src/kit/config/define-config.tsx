import type { Call } from '@yibao/shared/call.ts'
import { shortTime } from '@yibao/shared/time.ts'
import { Alert, Button, Input } from 'antd'
import { type ComponentType, useEffect, useState } from 'react'
import { useCan } from '../../state/me.ts'
import { useTabState, useTabView } from '../../state/tab.tsx'
import { clear } from '../clear.tsx'
import { useDialogs } from '../dialogs.tsx'
import { Skeleton } from '../late/antd.ts'
import { late } from '../late/late.tsx'
import { needOf } from '../list/act.ts'
import { ReadFault } from '../read-fault.tsx'
import tree from '../tree/tree.module.css'
import { whileRunning } from '../use-work.ts'
import styles from './config.module.css'
import { History } from './history.tsx'
import { placeParameter } from './place.ts'
import { everyPlace, Places } from './places.tsx'
import { Sections } from './sections.tsx'
import { TestButton } from './test-button.tsx'
import type { ConfigSpec } from './types.ts'
import { useConfig } from './use-config.ts'

const CopyDialog = late(async () => ({ default: (await import('./copy-dialog.tsx')).CopyDialog }))

/** A settings page from data: groups of options with their inherited values, one save for all, history and a test. */
export const defineConfig = <P extends Call>(given: ConfigSpec<P>): ComponentType => {
  const spec = given as unknown as ConfigSpec
  const { places, test } = spec
  const List = places?.list

  return function ConfigPage() {
    const [view, setView] = useTabView()
    const asked = view[placeParameter]
    // An address without a place that says something is that of the list: its filters.
    const first = places?.list && asked === undefined && Object.keys(view).length ? everyPlace : asked
    const [chosen, setChosen] = useTabState<string | undefined>('place', first)
    const [words, setWords] = useState('')
    const [history, setHistory] = useState(false)
    const [dialogs, holder] = useDialogs()
    const can = useCan()
    const mayPress = (call: Call) => (needOf(call) ?? []).some((wanted) => can(wanted))
    const place = !places ? {} : chosen ? places.input(chosen) : null
    const config = useConfig(spec, place)
    const { state, count, conflict } = config
    const readOnly = !mayPress(spec.save) || state?.editable === false

    const choose = async (key: string) => {
      if (key === chosen) return
      // What is being saved keeps its place, as a form does: the answer is about that.
      const sure =
        !config.running &&
        (!count ||
          (await dialogs.confirm({
            title: `${state?.place ?? ''}有 ${count} 项修改没有保存`,
            tips: '换到别处后这些修改不再保留。',
            okText: '放弃修改',
            cancelText: '继续编辑',
            danger: true,
          })))
      if (!sure) return setView({ [placeParameter]: chosen! })
      config.drop()
      setChosen(key)
      setView(key === everyPlace ? {} : { [placeParameter]: key })
    }

    // Another address for the same tab: a link of a store's row, the back button.
    useEffect(() => {
      if (asked !== undefined) void choose(asked)
    }, [asked])

    const save = async () => {
      const [asked] = Object.entries(spec.grave ?? {}).flatMap(([key, words]) => (key in config.draft ? [words] : []))
      if (asked && !(await dialogs.confirm({ ...asked, okText: '仍要保存', danger: true }))) return
      await config.save()
    }

    const main = (
      <div className={styles.page}>
        <div className={styles.bar}>
          <Input.Search
            allowClear={clear}
            className={styles.search}
            value={words}
            placeholder="查找配置项"
            aria-label="查找配置项"
            onChange={({ target }) => setWords(target.value)}
          />
          {/* Before what comes and goes with a change: nothing moves under the pointer while it is pressed. */}
          <Button disabled={!state} onClick={() => setHistory(true)}>
            修改记录
          </Button>
          {places?.copy && chosen && state && !readOnly && places.copy.among(chosen) && (
            <Button
              disabled={config.running}
              onClick={() =>
                void dialogs.open<void>((done) => (
                  <CopyDialog {...{ spec, places, chosen, config, copy: places.copy! }} onClose={() => done()} />
                ))
              }
            >
              {places.copy.text}
            </Button>
          )}
          {test && place && mayPress(test.call) && <TestButton {...{ spec, test, place, config }} />}
          <span className={styles.grow}>
            {state?.updatedAt && (
              <small>
                {state.updatedBy} {shortTime(state.updatedAt, new Date())} 修改
              </small>
            )}
          </span>
          {!readOnly && (
            <span className={styles.saving} data-changed={count > 0 || undefined}>
              {count > 0 && <Button onClick={config.drop}>放弃修改</Button>}
              <Button
                type="primary"
                disabled={!count || Object.keys(config.problems).length > 0}
                {...whileRunning(config.running)}
                onClick={() => void save()}
              >
                {count ? `保存 ${count} 项修改` : '保存'}
              </Button>
            </span>
          )}
        </div>
        {conflict && (
          <Alert
            type="warning"
            showIcon
            title={conflict.text}
            description={`已读取最新的值。下面 ${count} 项修改还在，请核对后再保存，或放弃修改。`}
          />
        )}
        {state && readOnly && (
          <Alert
            type="info"
            showIcon
            title="只能查看"
            description={
              mayPress(spec.save)
                ? '没有整个区划的数据权限，不能修改区划的配置。'
                : `没有「${spec.save.title}」的权限。`
            }
          />
        )}
        <ReadFault error={config.error} again={config.refetch} />
        {config.loading && <Skeleton active paragraph={{ rows: 8 }} />}
        {state && !config.loading && <Sections {...{ spec, config, words, readOnly }} />}
        {history && state && place && (
          <History spec={spec} place={place} name={state.place} onClose={() => setHistory(false)} />
        )}
        {holder}
      </div>
    )
    if (!places) return main
    return (
      <div className={tree.page}>
        <Places places={places} chosen={chosen} onChoose={(key) => void choose(key)} />
        <div className={tree.main}>{List && chosen === everyPlace ? <List /> : main}</div>
      </div>
    )
  }
}
