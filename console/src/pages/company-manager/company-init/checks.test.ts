import { formatDay } from '@yibao/shared/time.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { FlowProblem, type Question } from '../../../kit/flow/types.ts'
import { readText, writeText } from '../../../state/storage.ts'
import { checks, withdraw } from './checks.ts'
import type { Tools } from './context.ts'

// The steps over answers of a server that is not there: what is asked, sent, shown once and handed on.

const { answers, sent } = vi.hoisted(() => ({
  answers: {} as Record<string, (input: Record<string, unknown>) => unknown>,
  sent: [] as [path: string, input: Record<string, unknown>][],
}))
vi.mock('../../../api/index.ts', () => ({
  callServer: async ({ path }: { path: string }, input: Record<string, unknown>) => {
    sent.push([path, input])
    const answer = answers[path.split('/').at(-1)!]
    if (!answer) throw new Error(`nobody answers ${path}`)
    return answer(input)
  },
}))

const row = { companyId: '20001', name: '䶮药房', areas: [] as string[], stores: 0 }
const found = (more?: object) => {
  answers.Paged = () => ({ items: more ? [{ ...row, ...more }] : [] })
}
const began = { companyId: '20001', name: '䶮药房' }
const facts: Record<string, Record<string, string>> = {
  base: began,
  areas: { areas: '320100,320500', names: '南京市、苏州市' },
}

let asked: Question[]
let shown: string[]
const tools = (values: Record<string, unknown> = {}, replies: string[] = []) =>
  ({
    ...{ values, memory: new Map(), signal: new AbortController().signal, say: () => undefined },
    facts: (step: string) => facts[step] ?? {},
    ask: async (question: Question) => {
      asked.push(question)
      return replies.shift() ?? 'done'
    },
    dialogs: {
      confirm: async ({ title }: { title: string }) => shown.push(title),
      open: async (render: (done: () => void) => { props: { title: string } }) =>
        shown.push(render(() => {}).props.title),
      form: async ({ title, submit }: { title: string; submit: (values: object) => Promise<unknown> }) => {
        shown.push(title)
        await submit({ medicalAreaCode: '330100' })
        return true
      },
      upload: async ({ title, medicalAreaCode }: { title: string; medicalAreaCode: string }) => {
        shown.push(`${title} ${medicalAreaCode}`)
        return true
      },
    },
  }) as unknown as Tools
const problemOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (fault: unknown) => (fault instanceof FlowProblem ? fault.problem : Promise.reject(fault)),
  )
const sentTo = (name: string) => sent.filter(([path]) => path.includes(name)).map(([, input]) => input)

beforeEach(() => {
  for (const key of Object.keys(answers)) delete answers[key]
  sent.length = 0
  asked = []
  shown = []
  facts.base = began
  found({})
})

test('a new company: its code is shown once and kept for the link’s step in this window only', async () => {
  found()
  answers.Add = () => ({ companyId: '20001', verifyCode: 'abc' })
  const given = tools({ companyId: '20001', name: '䶮药房' })
  const outcome = await checks.base(given)
  expect(shown).toEqual(['公司 20001 的验证码'])
  expect(given.memory.get('verifyCode')).toBe('abc')
  expect(JSON.stringify(outcome)).not.toContain('abc')
  expect(outcome.facts).toEqual({ companyId: '20001', name: '䶮药房' })
})

test('a number that is taken: the company goes on, or another number is wanted', async () => {
  facts.base = {}
  const form = { companyId: '20001', name: '别的' }
  expect((await checks.base(tools(form, ['go']))).facts?.name).toBe('䶮药房')
  expect((await problemOf(checks.base(tools(form, ['other']))))?.what).toBe('编号 20001 已被使用')
  expect(sentTo('Add')).toEqual([])
})

test('the company of this round is corrected; a licence that has ended is said and stops nothing', async () => {
  answers.Save = () => row
  const form = { companyId: '20001', name: '𠮷药房', licenceUntil: '2020-01-31' }
  expect(await checks.base(tools(form))).toMatchObject({
    ...{ warn: true, rows: [['授权', '已于 2020-01-31 到期，请续期']] },
    facts: { companyId: '20001', name: '𠮷药房' },
  })
  expect([sentTo('Save'), asked]).toEqual([[form], []])
  const today = await checks.base(tools({ ...form, licenceUntil: formatDay(new Date()) }))
  expect(today.warn).toBeUndefined()
})

test('another number than that of this round’s company is asked about: the first one would stay behind unseen', async () => {
  answers.Paged = ({ companyId }) => ({ items: companyId === '20001' ? [row] : [] })
  answers.Add = () => ({ companyId: '20002', verifyCode: 'abc' })
  const form = { companyId: '20002', name: '䶮药房' }
  const kept = await problemOf(checks.base(tools(form, ['keep'])))
  expect(kept?.what).toBe('没有新增编号 20002 的公司')
  expect(kept?.next).toContain('编号改回 20001')
  expect(sentTo('Add')).toEqual([])
  expect((await checks.base(tools(form, ['add']))).facts?.companyId).toBe('20002')
  // Taken back meanwhile, by somebody else: nothing stays behind.
  answers.Paged = () => ({ items: [] })
  asked = []
  await checks.base(tools(form))
  expect(asked).toEqual([])
})

test('a company is taken back with its code, or stays when the person would not', async () => {
  answers['20001'] = () => null
  answers[':companyId'] = () => null
  const given = tools()
  given.memory.set('verifyCode', 'abc')
  expect(await withdraw(given)).toBe('公司「䶮药房」已撤回，没有留下内容')
  expect([sentTo('Withdraw'), given.memory.size, shown]).toEqual([[{ companyId: '20001' }], 0, ['撤回「䶮药房」']])
  const staying = tools()
  staying.dialogs.confirm = async () => false
  expect(await withdraw(staying)).toBeUndefined()
  expect(sentTo('Withdraw')).toHaveLength(1)
})

test('areas are chosen one after the other, those it has among them', async () => {
  found({ areas: ['320100'] })
  const areas = [
    { value: '320100', name: '南京市' },
    { value: '320500', name: '苏州市' },
    { value: '430100', name: '长沙市' },
  ]
  answers.PullMedicalAreaCodes = () => ({ drowDownItems: [{ drowDownItems: areas }] })
  answers.AssignAreas = ({ areas: codes }) => ({ areas: codes, areaNames: '南京市、苏州市' })
  const outcome = await checks.areas(tools({}, ['320500', 'done']))
  expect(asked.map(({ text }) => text)).toEqual([
    '已选 南京市，还要开通哪个区划？',
    '已选 南京市、苏州市，还要开通哪个区划？',
  ])
  expect(sentTo('AssignAreas')).toEqual([{ companyId: '20001', areas: ['320100', '320500'] }])
  expect(outcome.facts).toEqual({ areas: '320100,320500', names: '南京市、苏州市' })
})

test('a first company opens its areas itself: the platform knows none yet', async () => {
  found({ areas: [] })
  let open: { value: string; name: string }[] = []
  answers.PullMedicalAreaCodes = () => ({ drowDownItems: [{ drowDownItems: open }] })
  answers.OpenMedicalArea = () => {
    open = [{ value: '330100', name: '杭州市' }]
  }
  answers.AssignAreas = ({ areas: codes }) => ({ areas: codes, areaNames: '杭州市' })
  const lists = ['medicalAreaCodes', 'cardDistricts'] as const
  for (const list of lists) writeText(list, '[{"value":"320500","name":"苏州市"}]')
  await checks.areas(tools({}, ['+', '330100', 'done']))
  // Else the other pages of this browser would not offer it before the next login.
  expect(lists.map(readText)).toEqual(['', ''])
  expect(shown).toEqual(['开通新区划'])
  expect(asked.map(({ text }) => text)).toEqual([
    '开通哪个区划？',
    '开通哪个区划？',
    '已选 杭州市，没有更多已开通的区划',
  ])
  expect(sentTo('AssignAreas')).toEqual([{ companyId: '20001', areas: ['330100'] }])
})

test('an area chosen by mistake is removed again', async () => {
  found({ areas: ['320100', '320500'] })
  answers.PullMedicalAreaCodes = () => ({ drowDownItems: [{ drowDownItems: [{ value: '320100', name: '南京市' }] }] })
  answers.AssignAreas = ({ areas: codes }) => ({ areas: codes, areaNames: '南京市' })
  await checks.areas(tools({}, ['-320500', 'done']))
  expect(asked.at(-1)?.text).toBe('已选 南京市，没有更多已开通的区划')
  expect(sentTo('AssignAreas')).toEqual([{ companyId: '20001', areas: ['320100'] }])
})

test('stores are brought in area by area; none is no success', async () => {
  found({ stores: 3 })
  expect((await checks.stores(tools())).text).toBe('共 3 家门店')
  expect(shown).toEqual(['导入南京市的门店 320100', '导入苏州市的门店 320500'])
  found({ stores: 0 })
  expect((await problemOf(checks.stores(tools())))?.what).toBe('还没有导入门店')
})

test('an administrator’s first password is shown once; one who was there keeps his own', async () => {
  const made = { userId: 'u', userName: 'boss', initialPassword: 'Xy-12345' }
  answers.OpenAdmin = () => ({ userId: 'u', userName: 'boss', made })
  const outcome = await checks.admin(tools({ userName: 'boss', name: '周' }))
  expect([shown, JSON.stringify(outcome).includes('Xy-12345')]).toEqual([['boss 的初始密码'], false])
  answers.OpenAdmin = () => ({ userId: 'u', userName: 'boss' })
  expect((await checks.admin(tools({ userName: 'boss', name: '周' }))).text).toContain('已是管理员')
  expect(shown).toHaveLength(1)
})

test('the link is tried with the code that was typed, else with the one just made; without one it says where to get it', async () => {
  answers.TestLink = ({ verifyCode }) => ({
    ...{ ok: verifyCode === 'abc', text: '验证码不正确', stores: 2, clients: 1, storeName: '' },
  })
  const given = tools()
  given.memory.set('verifyCode', 'abc')
  expect((await checks.link(given)).rows).toEqual([
    ['门店', '2 家'],
    ['已登记客户端', '1 台'],
  ])
  expect((await problemOf(checks.link(tools({ verifyCode: 'old' }))))?.what).toBe('验证码不正确')
  expect((await problemOf(checks.link(tools())))?.next).toContain('在公司管理中更换')
})

test('a company that is gone sends back to the first step', async () => {
  found()
  expect((await problemOf(checks.roles(tools())))?.back).toBe('base')
})

test('dictionary and catalogue of each area are followed to their end; a fault names which', async () => {
  answers.Download =
    answers[''] =
    answers.DownloadCatalogue =
      ({ medicalAreaCode }) => ({ progressId: medicalAreaCode })
  answers.Percentage = ({ progressId }) => ({
    percentage: 100,
    text: `${progressId} 完成`,
    finished: true,
    results: [],
  })
  expect((await checks.data(tools())).rows).toEqual([
    ['南京市字典', '320100 完成'],
    ['南京市目录', '320100 完成'],
    ['苏州市字典', '320500 完成'],
    ['苏州市目录', '320500 完成'],
  ])
  answers.Percentage = ({ progressId }) =>
    progressId === '320500'
      ? { percentage: 5, text: '', finished: true, error: '中心没有应答', results: [] }
      : { percentage: 100, text: '', finished: true, results: [] }
  expect((await problemOf(checks.data(tools())))?.what).toBe('苏州市的字典没有下载完：中心没有应答')
})
