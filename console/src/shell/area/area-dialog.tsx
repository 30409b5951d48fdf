import { auth } from '@yibao/shared/calls/auth.ts'
import { ybConfig } from '@yibao/shared/calls/base.ts'
import { Modal, Select } from 'antd'
import { useState } from 'react'
import { useAction, useCall } from '../../api/index.ts'
import { ui } from '../../api/ui.ts'
import { AntdFrame } from '../../kit/antd-frame.tsx'
import { ReadFault } from '../../kit/read-fault.tsx'
import { whileRunning } from '../../kit/use-work.ts'
import { areaOptions } from '../../organisation/areas.ts'
import { logout } from '../../session/leave.ts'
import { letGo, mayEnd } from '../../session/leaving.ts'
import { endView } from '../../session/view.ts'
import { currentPath, hrefOf } from '../../state/place.ts'
import { saveLogin, type UserInfo } from '../../state/session.ts'
import { isViewWindow } from '../../state/storage.ts'
import { frontOf, scopeOf, useTabs } from '../../state/tab-store.ts'
import { homeId } from '../../state/tabs.ts'
import { closeAreaDialog } from './area-store.ts'

/** ms between the success text and the reload (SPEC 9). */
const reloadDelay = 300

// What the address names belongs to the area that is left: a group, an order, a filter.
const samePage = (): string => {
  const { tabs, active } = useTabs.getState()
  const tab = tabs.find(({ id }) => id === active)
  return tab && !Object.keys(tab.query).length ? tab.path : homeId
}

// Who had no area yet is on his way to what his address names, of whatever area: it stays.
const pageAfter = (required: boolean, user: UserInfo): string | undefined =>
  required && currentPath() !== homeId ? undefined : (frontOf(scopeOf(user)) ?? samePage())

/** Area switch of SPEC 4; cannot be dismissed while an administrator has no area. */
const Form = ({ required, current }: { required: boolean; current: string }) => {
  const areas = useCall(ybConfig.pullUserMedicalAreas, {})
  const change = useAction(auth.switchArea)
  const [code, setCode] = useState(current || undefined)
  const [words, setWords] = useState('')
  const [listed, setListed] = useState(false)
  const chosen = code !== undefined && code !== current
  const submit = async () => {
    if (!chosen || change.running || !(await mayEnd('切换'))) return
    const login = await change.run({ medicalAreaCode: code })
    saveLogin(login)
    ui().success('切换区划成功')
    letGo()
    const front = pageAfter(required, login.userInfo)
    setTimeout(() => {
      if (front !== undefined) history.replaceState(null, '', hrefOf(front))
      location.reload()
    }, reloadDelay)
  }
  const go = () => void submit().catch(() => undefined)
  const out = isViewWindow() ? { text: '结束查看', run: endView } : { text: '退出登录', run: logout }
  const nowhere = required && areas.data?.medicalAreas.length === 0
  return (
    <Modal
      open
      width="30%"
      style={{ minWidth: 'min(360px, calc(100vw - 32px))' }}
      title="切换区划"
      okText="切换"
      cancelText={required ? out.text : '不切换'}
      closable={!required && !change.running}
      mask={{ closable: false }}
      keyboard={!required}
      okButtonProps={{ disabled: !chosen, ...whileRunning(change.running) }}
      // On the way to another area there is no way back: it would be chosen all the same.
      cancelButtonProps={{ disabled: change.running && !required }}
      onCancel={() => (required ? void out.run() : change.running || closeAreaDialog())}
      onOk={go}
    >
      <p>
        {nowhere
          ? '当前账号还没有可用的区划。请联系管理员分配数据角色，再重新登录。'
          : required
            ? '当前账号还没有选择区划，请选择后继续。'
            : '切换后只显示所选区划的数据；打开的页签各区划分别保留。'}
      </p>
      <Select
        autoFocus
        aria-label="区划"
        showSearch={{ optionFilterProp: 'label', onSearch: setWords }}
        // Enter takes what was looked for; what merely stands first nobody has chosen.
        defaultActiveFirstOption={words !== ''}
        onOpenChange={setListed}
        onInputKeyDown={(event) => {
          if (event.key !== 'Enter' || listed || !chosen) return
          event.stopPropagation()
          go()
        }}
        style={{ width: '100%' }}
        placeholder="选择区划"
        loading={areas.loading}
        value={code}
        options={areaOptions(areas.data?.medicalAreas ?? [])}
        onChange={setCode}
      />
      <ReadFault error={areas.error} again={areas.refetch} />
    </Modal>
  )
}

/** The choice of an area (SPEC 5); `required`: nothing can be done without one, so it cannot be closed. */
export const AreaDialog = (props: { required: boolean; current: string }) => (
  <AntdFrame>
    <Form {...props} />
  </AntdFrame>
)
