import { agent } from '@yibao/shared/calls/agent.ts'
import { continuation } from '@yibao/shared/calls/base.ts'
import { roleUser } from '@yibao/shared/calls/role-user.ts'
import { expect } from 'vitest'
import { answering, as, onCall, press, type Stage, toast, trigger } from './stage.ts'

/** A row of SPEC 8 that any call can meet: how it comes about, and what the person reads. */
interface Row {
  spec: string
  /** Who makes it: the real server (with the real centre behind it), or the way there. */
  from: 'server' | 'transport'
  provoke: (stage: Stage) => Promise<unknown>
  reads: (stage: Stage) => Promise<unknown>
}

const on = (happens: Parameters<typeof onCall>[2]) => (stage: Stage) => onCall(stage.page, trigger, happens)
const refused = (part: Parameters<typeof answering>[0]) => on(answering({ success: false, statusCode: 409, ...part }))
const errorToast = (text: string | RegExp) => (stage: Stage) => toast(stage, text, 'error')
const unreachable = `${trigger.path} 接口无法访问`

export const rows: readonly Row[] = [
  {
    spec: 'success false: resultNotice.error; no messageCode: error toast (5 s)',
    from: 'server',
    provoke: on(as(roleUser.stopUser, { userId: 'u', stopped: true })),
    reads: errorToast(/^没有「.+」的权限。请联系管理员在菜单角色中授权$/),
  },
  {
    spec: 'success false: then tips',
    from: 'transport',
    provoke: refused({ resultNotice: { tips: '请先完成盘点' } }),
    reads: errorToast('请先完成盘点'),
  },
  {
    spec: 'success false: then description',
    from: 'transport',
    provoke: refused({ resultNotice: { description: '本店正在盘点' } }),
    reads: errorToast('本店正在盘点'),
  },
  {
    spec: 'success false: nothing said: contact administrator',
    from: 'transport',
    provoke: refused({ resultNotice: {} }),
    reads: errorToast('接口返回异常，请联系管理员'),
  },
  {
    spec: 'success false: else the error field',
    from: 'transport',
    provoke: refused({ error: { message: '盘点表没有提交' } }),
    reads: errorToast('盘点表没有提交'),
  },
  {
    spec: '404: {url} cannot be accessed',
    from: 'server',
    provoke: on(as({ path: '/api/SignIn/Nowhere' })),
    reads: errorToast(unreachable),
  },
  {
    spec: 'Network Error: interface unreachable',
    from: 'transport',
    provoke: on((route) => route.abort('connectionrefused')),
    reads: async (stage) => {
      await stage.page.getByRole('alert').filter({ hasText: '云服务断开' }).waitFor()
      await toast(stage, unreachable, 'error')
    },
  },
  {
    spec: 'other transport errors: status text',
    from: 'transport',
    provoke: on((route) => route.fulfill({ status: 502, body: '' })),
    reads: errorToast('Bad Gateway'),
  },
  {
    spec: '302002: message with 【302002】 before it',
    from: 'server',
    provoke: ({ centre }) => centre.fault({ fault: 'refuse', infno: '9001', text: '机构已停用', times: 1 }),
    reads: errorToast(/【302002】医保中心：“.*机构已停用.*”/),
  },
  {
    spec: '302002: a box with what to do where the hint library knows the centre’s words',
    from: 'server',
    provoke: ({ centre }) => centre.fault({ fault: 'refuse', infno: '9001', text: '医药机构未登记', times: 1 }),
    reads: async (stage) => {
      const box = stage.page.getByRole('alertdialog', { name: /^【302002】医保中心：“.*医药机构未登记.*”$/ })
      await box.getByText('机构编号与中心登记不符').waitFor()
      await box.getByText('请联系管理员检查医保配置中的机构编号').waitFor()
      await box.getByText(/代码 302002 · \d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}/).waitFor()
      await stage.page.locator('[role=status] > [data-tone=harm]').waitFor({ state: 'detached' })
      await box.getByRole('button', { name: '知道了' }).click()
      await box.waitFor({ state: 'detached' })
    },
  },
  {
    spec: 'messageCode and resultExtendInfo: message box with notice, info, time and OK',
    from: 'server',
    provoke: on(as(agent.sessionTicket, { agentId: 'a-none', origin: 'https://x.example', jkt: 'j' })),
    reads: async ({ page }) => {
      const box = page.getByRole('alertdialog', { name: '本机助手没有登记' })
      await box.getByText('请联系管理员重新绑定助手').waitFor()
      await box.getByText(/代码 agent\.unknown · \d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}/).waitFor()
      await box.getByRole('button', { name: '知道了' }).click()
      await box.waitFor({ state: 'detached' })
    },
  },
  {
    spec: 'success with description: success toast',
    from: 'transport',
    provoke: on(answering({ resultNotice: { description: '签到信息已同步' } })),
    reads: (stage) => toast(stage, '签到信息已同步', 'success'),
  },
  {
    spec: 'confirmation payload: dialog with buttons by sort; the call is repeated with its header',
    from: 'transport',
    provoke: async ({ page }) => {
      await onCall(page, continuation.complete, answering({}))
      await onCall(page, trigger, (route) => {
        const asked = route.request().headers().pubsubid === 'p-1'
        if (asked) return answering({ resultNotice: { description: '已按选择处理' } })(route)
        const buttonInfos = [
          { text: '按昨天', value: 'before', sort: 2 },
          { text: '按今天', value: 'today', sort: 1 },
        ]
        const question = { pubSubId: 'p-1', isEndPoint: false, action: 'decide', title: '按哪天签到', tips: '已过零点' }
        const confimResultInfo = { ...question, buttonInfos, routeHeaders: { pubsubid: 'p-1' } }
        return answering({ success: false, confimResultInfo })(route)
      })
    },
    reads: async (stage) => {
      const dialog = stage.page.getByRole('alertdialog', { name: '按哪天签到' })
      await dialog.getByText('已过零点').waitFor()
      expect(await dialog.getByRole('button').allInnerTexts()).toEqual(['按今天', '按昨天'])
      await dialog.getByRole('button', { name: '按今天' }).click()
      await toast(stage, '已按选择处理', 'success')
    },
  },
]

/** Rows that no page can be made to show by a call of today, and the test that holds each: its file and its title. */
export const elsewhere: readonly { spec: string; where: string; title: string }[] = [
  {
    spec: 'a request with an empty method',
    where: 'console/src/api/server.test.ts',
    title: 'an empty method is refused before anything is sent',
  },
  {
    spec: 'guard failure without words: Has Error',
    where: 'console/src/state/guard.test.ts',
    title: 'a failing guard resets the token and gives its words; the 401 message is not repeated',
  },
  {
    spec: 'with a pubSubId header an error event is published',
    where: 'console/src/api/continuation.test.ts',
    title: 'a repeated request that is %s publishes an error event for its pubSubId, once',
  },
  {
    spec: 'confirmation asked by the server itself: no call of today asks a person',
    where: 'server/src/domains/system/continuations.test.ts',
    title: 'a person’s decision arrives as the button’s value',
  },
]

export const pressAndRead = async (row: Row, stage: Stage): Promise<void> => {
  await row.provoke(stage)
  await press(stage)
  await row.reads(stage)
}
