import { auth } from '@yibao/shared/calls/auth.ts'
import { client } from '@yibao/shared/calls/client.ts'
import { password } from '@yibao/shared/field.ts'
import { CallError, callServer } from '../api/index.ts'
import { encodePasswords } from '../state/password.ts'
import type { Check, Tools } from './context.ts'

const { companyId, clientNo, pcName, userName, passWord } = client.register.input.shape
// Shown as a password and never kept: whoever has it may open a session of the company's counters.
export const storeFields = {
  companyId,
  verifyCode: password('验证码'),
  clientNo,
  pcName,
  userName,
  passWord,
}

const quiet = { silent: true } as const

const chooseStore = async ({ values, ask, say }: Tools) => {
  say('正在读取公司的门店…', 20)
  const company = { companyId: String(values.companyId), verifyCode: String(values.verifyCode) }
  const stores = await callServer(client.stores, company, quiet)
  const [first] = stores
  if (!first) throw new CallError('这家公司还没有门店', { tips: '请管理员在公司初始化中新增门店' })
  if (stores.length === 1) return first
  const storeId = await ask({
    kind: 'choose',
    text: '这台电脑在哪家门店？',
    options: stores.map((one) => ({ value: one.storeId, text: `${one.name} ${one.fixmedinsCode}` })),
  })
  return stores.find((one) => one.storeId === storeId) ?? first
}

const register = async ({ values, say }: Tools, storeId: string, replace?: boolean) => {
  say('正在登记本机…', 70)
  const key = await callServer(auth.publicKey, {}, quiet)
  const [encoded] = await encodePasswords([String(values.passWord)], key)
  const input = {
    companyId: String(values.companyId),
    verifyCode: String(values.verifyCode),
    clientNo: String(values.clientNo),
    pcName: String(values.pcName),
    userName: String(values.userName).trim(),
    passWord: encoded!,
    storeId,
    replace,
  }
  return callServer(client.register, input, quiet)
}

/** Chooses the store and registers this PC under its number; the code for the agent stays in this window. */
export const registerPc: Check = async (tools) => {
  const { values, ask, memory } = tools
  const store = await chooseStore(tools)
  const registered = await register(tools, store.storeId).catch(async (error: unknown) => {
    if (!(error instanceof CallError) || error.code !== 'client.taken') throw error
    const answer = await ask({
      kind: 'choose',
      text: `${error.message}，替换？`,
      options: [
        { value: 'replace', text: '替换' },
        { value: 'keep', text: '不替换，换一个编号' },
      ],
    })
    if (answer !== 'replace') throw new CallError(error.message, { tips: '换一个客户端编号，再登记' })
    return register(tools, store.storeId, true)
  })
  memory.set('enrolCode', registered.enrolCode)
  const number = String(values.clientNo)
  return {
    text: `本机已登记为「${String(values.pcName)}」`,
    rows: [
      ['门店', registered.storeName],
      ['机构编号', registered.fixmedinsCode],
      ['客户端编号', number],
      ['绑定助手', `${registered.minutes} 分钟内有效`],
    ],
    facts: {
      ...{ fixmedinsCode: registered.fixmedinsCode, clientNo: number },
      counterKeys: JSON.stringify(registered.counterKeys ?? {}),
    },
  }
}
