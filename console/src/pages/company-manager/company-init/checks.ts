import type { InputOf } from '@yibao/shared/call.ts'
import { ybConfig } from '@yibao/shared/calls/base.ts'
import { catalogueMenu } from '@yibao/shared/calls/catalogue-menu.ts'
import { company } from '@yibao/shared/calls/company.ts'
import { dictionary } from '@yibao/shared/calls/dictionary.ts'
import { formatDay } from '@yibao/shared/time.ts'
import { callServer } from '../../../api/index.ts'
import { showKey } from '../../../company/key.ts'
import { followProgress } from '../../../kit/flow/follow.ts'
import { FlowProblem, type Outcome } from '../../../kit/flow/types.ts'
import { showPassword } from '../../../permission/secret.tsx'
import { forgetAreaLists } from '../../../session/caches.ts'
import type { Check, Tools } from './context.ts'

const quiet = { silent: true } as const
const done = 'done'
const removed = '-'
const another = '+'

const companyOf = async (companyId: string) => (await callServer(company.paged, { companyId }, quiet)).items[0]

/** The company that the first step has opened, as it is now. */
const opened = async ({ facts }: Tools) => {
  const { companyId = '' } = facts('base')
  const found = await companyOf(companyId)
  if (found) return found
  throw new FlowProblem({
    what: `没有编号为 ${companyId} 的公司`,
    meaning: '公司可能已被改动',
    next: '重新做「基础信息」这一步',
    back: 'base',
  })
}

type Form = InputOf<typeof company.add>

/** A licence that has ended is said, not refused: the shops go on settling (domain.md 8.11). */
const licensed = ({ licenceUntil }: Pick<Form, 'licenceUntil'>, outcome: Outcome): Outcome =>
  licenceUntil === undefined || licenceUntil >= formatDay(new Date())
    ? outcome
    : { ...outcome, warn: true, rows: [...(outcome.rows ?? []), ['授权', `已于 ${licenceUntil} 到期，请续期`]] }

/** A number that was changed adds another company: the one of this round would stay behind, with its areas and its code. */
const requireMeant = async ({ facts, ask }: Tools, form: Form): Promise<void> => {
  const { companyId } = facts('base')
  const former = companyId === undefined ? undefined : await companyOf(companyId)
  if (!former) return
  const answer = await ask({
    kind: 'choose',
    text: `这一轮已新增「${former.name}」（编号 ${former.companyId}），编号不能改。再新增编号 ${form.companyId} 的另一家公司？`,
    options: [
      { value: 'keep', text: `不新增，仍开通「${former.name}」` },
      { value: 'add', text: `新增另一家，「${former.name}」留在公司管理中` },
    ],
  })
  if (answer === 'add') return
  throw new FlowProblem({
    what: `没有新增编号 ${form.companyId} 的公司`,
    meaning: `「${former.name}」没有改动`,
    next: `编号改回 ${former.companyId}，再按「新增公司」；编号编错的，改回后按「撤回公司」，再用新编号新增`,
  })
}

const base: Check = async (tools) => {
  const form = tools.values as Form
  const known = await companyOf(form.companyId)
  const facts = { companyId: form.companyId, name: known?.name ?? form.name }
  // This round's own company: its data are corrected.
  if (known && tools.facts('base').companyId === known.companyId) {
    await callServer(company.save, form, quiet)
    const text = `公司「${form.name}」的资料已按上面的内容保存`
    return licensed(form, { text, facts: { ...facts, name: form.name } })
  }
  if (!known) {
    await requireMeant(tools, form)
    const key = await callServer(company.add, form, quiet)
    tools.memory.set('verifyCode', key.verifyCode)
    await showKey(key, tools)
    return licensed(form, { text: `公司「${form.name}」已新增`, rows: [['公司编号', form.companyId]], facts })
  }
  const answer = await tools.ask({
    kind: 'choose',
    text: `编号 ${form.companyId} 已是「${known.name}」，继续开通它？`,
    options: [
      { value: 'go', text: `继续开通「${known.name}」` },
      { value: 'other', text: '不，换一个编号' },
    ],
  })
  if (answer === 'go') return licensed(known, { text: `继续开通「${known.name}」，资料没有改动`, facts })
  throw new FlowProblem({
    what: `编号 ${form.companyId} 已被使用`,
    meaning: '没有新增公司',
    next: '换一个公司编号后再按「新增公司」',
  })
}

const openAreas = async () => {
  const { drowDownItems } = await callServer(ybConfig.pullMedicalAreaCodes, {}, quiet)
  return drowDownItems.flatMap((province) => province.drowDownItems)
}

const openAnother = (tools: Tools) =>
  tools.dialogs.form({
    title: '开通新区划',
    intro: '统筹区的 6 位编码，例如杭州市 330100；收录过的区划可不填名称。',
    shape: ybConfig.openMedicalArea.input.shape,
    okText: '开通',
    cancelText: '不开通',
    submit: async (values) => {
      await callServer(ybConfig.openMedicalArea, values as InputOf<typeof ybConfig.openMedicalArea>)
      forgetAreaLists()
    },
  })

const areas: Check = async (tools) => {
  const { companyId, areas: before } = await opened(tools)
  let all = await openAreas()
  const nameOf = (code: string) => all.find(({ value }) => value === code)?.name ?? code
  const chosen = new Set(before)
  for (;;) {
    const names = [...chosen].map(nameOf).join('、')
    const open = all.filter(({ value }) => !chosen.has(value))
    const answer = await tools.ask({
      kind: 'choose',
      text: !names
        ? '开通哪个区划？'
        : open.length
          ? `已选 ${names}，还要开通哪个区划？`
          : `已选 ${names}，没有更多已开通的区划`,
      options: [
        ...(chosen.size ? [{ value: done, text: '选好了' }] : []),
        ...open.map(({ value, name }) => ({ value, text: `${name} ${value}` })),
        { value: another, text: '开通新区划…' },
        ...[...chosen].map((code) => ({ value: removed + code, text: `移除 ${nameOf(code)}` })),
      ],
    })
    if (answer === done) break
    if (answer === another) {
      await openAnother(tools)
      all = await openAreas()
      continue
    }
    if (answer.startsWith(removed)) chosen.delete(answer.slice(removed.length))
    else chosen.add(answer)
  }
  const row = await callServer(company.assignAreas, { companyId, areas: [...chosen] }, quiet)
  return { text: `已开通 ${row.areaNames}`, facts: { areas: row.areas.join(','), names: row.areaNames } }
}

const areasOf = ({ facts }: Tools) => {
  const { areas: codes = '', names = '' } = facts('areas')
  const texts = names.split('、')
  return codes.split(',').map((code, i) => ({ code, name: texts[i] ?? code }))
}

const stores: Check = async (tools) => {
  for (const { code, name } of areasOf(tools)) {
    tools.say(`导入${name}的门店…`)
    await tools.dialogs.upload({ importType: 'store', title: `导入${name}的门店`, medicalAreaCode: code })
    tools.signal.throwIfAborted()
  }
  const { stores: count } = await opened(tools)
  if (count) return { text: `共 ${count} 家门店` }
  throw new FlowProblem({
    what: '还没有导入门店',
    meaning: '没有门店就没有店员和结算',
    next: '下载模板，每行填一家门店的公司编号、机构编号和名称，再导入',
  })
}

const roles: Check = async (tools) => {
  const { companyId } = await opened(tools)
  const made = await callServer(company.prepareRoles, { companyId }, quiet)
  return {
    text: `数据角色包含 ${made.stores} 家门店`,
    rows: [
      ['数据角色', made.dataRole.name],
      ['菜单角色', made.menuRole.name],
    ],
  }
}

const admin: Check = async (tools) => {
  const { companyId } = await opened(tools)
  const form = tools.values as Omit<InputOf<typeof company.openAdmin>, 'companyId'>
  const { userName, made } = await callServer(company.openAdmin, { companyId, ...form }, quiet)
  if (made) await showPassword(made, tools)
  return { text: made ? `管理员 ${userName} 已新增` : `${userName} 已是管理员，已得到这家公司的权限` }
}

const link: Check = async (tools) => {
  const { companyId } = await opened(tools)
  const verifyCode = (tools.values.verifyCode as string | undefined) ?? tools.memory.get('verifyCode')
  if (!verifyCode)
    throw new FlowProblem({
      what: '没有验证码',
      meaning: '验证码只在新增或更换时显示一次',
      next: '填写验证码；已遗失请在公司管理中更换',
    })
  const clientNo = tools.values.clientNo as string | undefined
  const found = await callServer(company.testLink, { companyId, verifyCode, clientNo }, quiet)
  const rows = [
    ['门店', `${found.stores} 家`],
    ['已登记客户端', `${found.clients} 台`],
  ] as const
  if (found.ok) return { text: found.storeName ? `${found.storeName}：${found.text}` : found.text, rows }
  throw new FlowProblem({
    what: found.text,
    meaning: 'ERP 的静默登录不能通过',
    next: '核对 ERP 医保设置中的公司编号、验证码和客户端编号',
  })
}

const data: Check = async (tools) => {
  const rows: [string, string][] = []
  for (const { code, name } of areasOf(tools))
    for (const [what, call] of [
      ['字典', dictionary.download],
      ['目录', catalogueMenu.downloadCatalogue],
    ] as const) {
      tools.say(`下载${name}的${what}…`)
      const { progressId } = await callServer(call, { medicalAreaCode: code }, quiet)
      const said = {
        signal: tools.signal,
        say: (words: string, percent?: number) => tools.say(`${name}的${what}：${words}`, percent),
      }
      const { text } = await followProgress(progressId, said, ({ error = '' }) => ({
        what: `${name}的${what}没有下载完：${error}`,
        meaning: '已下载的已保存，再次下载从断点继续',
        next: '核对这个区划的医保配置后重试，或以后再做',
      }))
      rows.push([`${name}${what}`, text])
    }
  return { text: '字典和目录已下载', rows }
}

/** Takes the company of this round back; one with stores stays and the server says why. */
export const withdraw = async (tools: Tools): Promise<string | undefined> => {
  const { companyId, name } = await opened(tools)
  const sure = await tools.dialogs.confirm({
    title: `撤回「${name}」`,
    tips: '公司、开通的区划和验证码一起删除，编号可以再用。已有门店的公司不能撤回。填写的内容保留在本页。',
    okText: '撤回公司',
    cancelText: '不撤回',
    danger: true,
  })
  if (!sure) return undefined
  await callServer(company.withdraw, { companyId })
  tools.memory.delete('verifyCode')
  return `公司「${name}」已撤回，没有留下内容`
}

export const checks = { base, areas, stores, roles, admin, link, data }
