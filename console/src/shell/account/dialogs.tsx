import { account } from '@yibao/shared/calls/user.ts'
import { profile } from '@yibao/shared/entities/account.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { Descriptions, Input, Modal } from 'antd'
import { useEffect } from 'react'
import { callServer, useCall } from '../../api/index.ts'
import { ui } from '../../api/ui.ts'
import { AntdFrame } from '../../kit/antd-frame.tsx'
import { CredentialsDialog } from '../../kit/credentials.tsx'
import { FormDialog } from '../../kit/form/form-dialog.tsx'
import { letGo, mayEnd } from '../../session/leaving.ts'
import { loadMe } from '../../session/load-me.ts'
import { clearBackup, keepBackup, readBackup } from '../../state/backup.ts'
import type { SessionMe } from '../../state/me.ts'
import { hrefOf } from '../../state/place.ts'
import { whileTokenChanges } from '../../state/session.ts'
import { dropScope, frontOf, scopeOf } from '../../state/tab-store.ts'
import { homeId } from '../../state/tabs.ts'
import { buildTime, version } from '../../state/version.ts'
import { type AccountDialog, closeAccount } from './account-store.ts'
import { LayoutDrawer } from './layout-drawer.tsx'
import { passwordProblems } from './password-check.ts'
import { onlyAdministrator, onlyOperator, signInAs } from './sign-in-as.ts'

interface Props {
  me: SessionMe
}

const Fixed = ({ id, value }: { id?: string; value?: unknown }) => (
  <Input id={id} value={String(value ?? '')} disabled />
)

/** 修改用户信息, a drawer of 50 % (SPEC 2). */
const Profile = ({ me }: Props) => {
  const own = useCall(account.pullStoreUser, { userId: me.user.userId }, { staleTime: 0, silent: false })
  const refused = own.error !== null && !own.fetching
  // The client has shown why; a dialog that stays open without a form could not be opened again.
  useEffect(() => {
    if (refused) closeAccount()
  }, [refused])
  // What was read before the last save is not offered for another one.
  if (!own.data || own.fetching || refused) return null
  const initial = Object.fromEntries(Object.keys(profile).map((name) => [name, Reflect.get(own.data!, name)]))
  return (
    <FormDialog
      wide
      title="修改用户信息"
      shape={profile}
      initial={initial}
      inputs={{ userName: Fixed }}
      okText="保存"
      cancelText="不保存"
      submit={async (values) => {
        await callServer(account.changeUser, values as Parameters<typeof callServer<typeof account.changeUser>>[1])
        ui().success('修改成功')
        await loadMe()
      }}
      onClose={closeAccount}
    />
  )
}

/** 修改密码 (SPEC 5): every rule of the form, the server's own behind it. */
const Password = ({ me }: Props) => (
  <FormDialog
    title="修改密码"
    shape={account.changePassword.input.shape}
    initial={{ userName: me.user.userName }}
    inputs={{ userName: Fixed }}
    okText="修改密码"
    cancelText="不修改"
    check={passwordProblems}
    submit={async (values) => {
      const input = values as Parameters<typeof callServer<typeof account.changePassword>>[1]
      await whileTokenChanges(() => callServer(account.changePassword, input))
      ui().success('操作成功')
    }}
    onClose={closeAccount}
  />
)

/** An administrator works under an operator's account for a while; his own record stays as backup. */
const Switch = ({ me }: Props) => (
  <CredentialsDialog
    title="以操作员账号工作"
    intro={<p>用门店操作员的账号登录。当前管理员账号留作备份，可从账号菜单切换回来。</p>}
    okText="切换账号"
    cancelText="不切换"
    submit={async (userName, password) => {
      if (!(await mayEnd('切换账号'))) return
      const kept = () => keepBackup(me.user.userName)
      const next = await signInAs(userName, password, { refuse: onlyOperator, kept })
      letGo()
      // His own page in front, never the administrator's: he may not have it.
      location.replace(hrefOf(frontOf(scopeOf(next)) ?? homeId))
    }}
    onClose={closeAccount}
  />
)

/**
 * 管理员授权: back to the administrator's account (SPEC 4). He comes without an area, and is asked for one (area-gate.tsx); a
 * document of its own, so that nothing of the operator's is shown, or done, under his token.
 */
const Back = () => (
  <CredentialsDialog
    title="管理员授权"
    intro={<p>登录管理员账号后，当前操作员的页面会关闭，再选择要管理的区划。</p>}
    okText="切换回管理员"
    cancelText="不切换"
    userName={readBackup()?.userName}
    submit={async (userName, password) => {
      if (!(await mayEnd('切换账号'))) return
      await signInAs(userName, password, { refuse: onlyAdministrator, kept: clearBackup })
      letGo()
      dropScope()
      location.replace(hrefOf(homeId))
    }}
    onClose={closeAccount}
  />
)

const About = () => (
  <Modal open title="关于医保云" footer={null} onCancel={closeAccount}>
    <Descriptions
      column={1}
      items={[
        { key: 'version', label: '版本', children: version },
        { key: 'built', label: '构建时间', children: formatTime(new Date(buildTime)) },
        { key: 'origin', label: '服务地址', children: location.origin },
        { key: 'browser', label: '浏览器', children: navigator.userAgent },
      ]}
    />
  </Modal>
)

const Layout = () => <LayoutDrawer onClose={closeAccount} />

const dialogs = { profile: Profile, password: Password, switch: Switch, back: Back, layout: Layout, about: About }

/** The dialogs of the account menu, loaded when one of them is opened. */
export const AccountDialogs = ({ open, me }: Props & { open: AccountDialog }) => {
  const Dialog = dialogs[open]
  return (
    <AntdFrame>
      <Dialog me={me} />
    </AntdFrame>
  )
}
