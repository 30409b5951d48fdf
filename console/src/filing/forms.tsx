import { addDays, formatDay } from '@yibao/shared/time.ts'
import { Alert } from 'antd'
import { callServer } from '../api/index.ts'
import { ui } from '../api/ui.ts'
import { act, type FormInputs, type Tools } from '../kit/index.ts'
import { askPerson } from '../persons/ask-person.tsx'
import type { PersonRead } from '../persons/read-person.tsx'
import { insuranceInput } from './insurance-input.tsx'
import { searchInput } from './search-input.tsx'
import type { Filed, FilingCalls, FilingPage, Row } from './types.ts'

const inputsOf = ({ searched = {} }: FilingPage, person?: PersonRead): FormInputs => ({
  ...Object.fromEntries(Object.entries(searched).map(([field, of]) => [field, searchInput(of)])),
  ...(person && { insutype: insuranceInput(person) }),
})

const Person = ({ person, intro }: { person: PersonRead; intro: string }) => (
  <Alert
    type="info"
    title={`${person.maskedName} ${person.maskedCertNo} · 参保地 ${person.insuredAreaName}`}
    description={intro}
  />
)

/** With the insurances alone that it is filed by, one of them as his own; says why and gives undefined where he has none. */
const insuredBy = ({ insured }: FilingPage, person: PersonRead): PersonRead | undefined => {
  if (!insured) return person
  const insurances = person.insurances.filter(({ insutype }) => insured.by.has(insutype))
  const own = insurances.find(({ insutype }) => insutype === person.insutype) ?? insurances[0]
  if (own) return { ...person, insurances, insutype: own.insutype }
  ui().error(`${person.maskedName}${insured.none}`)
  return undefined
}

const write = async (page: FilingPage, tools: Tools, read: PersonRead, initial: object): Promise<void> => {
  const person = insuredBy(page, read)
  if (!person) return
  const calls = page.calls as unknown as FilingCalls
  const adding = act({
    key: 'add',
    text: `新增${page.what}`,
    call: calls.add,
    input: () => ({ readId: person.readId }),
    form: {
      wide: true,
      fields: page.fields as never,
      initial: () => ({ ...page.initial(person), ...initial }),
      intro: <Person person={person} intro={page.intro} />,
      inputs: inputsOf(page, person),
      okText: '保存草稿',
    },
    done: '草稿已保存，核对后按「上报」送到医保中心',
  })
  await adding.run(undefined, tools)
}

/** A new filing: the person is read first, so that nobody files for a number he only knows. */
export const add = async (page: FilingPage, tools: Tools): Promise<void> => {
  const person = await askPerson(tools.dialogs, `新增${page.what}：参保人`, '读到后填写备案')
  if (person) await write(page, tools, person, {})
}

/** A filing that goes on where one ends: the same person is read again, what was written stands already. */
export const renew = async (page: FilingPage, row: Row, tools: Tools): Promise<void> => {
  const calls = page.calls as unknown as FilingCalls
  const person = await askPerson(tools.dialogs, `续备案：请${row.maskedName}出示凭证`, '读到后填写新的期限')
  if (!person) return
  if (person.maskedCertNo !== row.maskedCertNo) {
    ui().error(`读到的不是${row.maskedName}：请用本人的凭证，或按「新增备案」另建`)
    return
  }
  const known: Filed = await callServer(calls.get, { id: row.id })
  const today = formatDay(new Date())
  const after = addDays(row.endDay ?? today, 1)
  await write(page, tools, person, { ...known, beginDay: after > today ? after : today, endDay: undefined })
}

/** Changes a draft, or what the centre refused. */
export const edit = async (page: FilingPage, row: Row, tools: Tools): Promise<void> => {
  const calls = page.calls as unknown as FilingCalls
  const editing = act({
    key: 'edit',
    text: '修改',
    call: calls.update,
    input: ({ id }: Row) => ({ id }),
    form: {
      wide: true,
      title: `修改${row.maskedName}的${page.what}`,
      fields: page.fields as never,
      initial: ({ id }: Row) => callServer(calls.get, { id }),
      intro: row.message ? <Alert type="warning" showIcon title={`医保中心：“${row.message}”`} /> : page.intro,
      inputs: inputsOf(page),
      okText: '保存草稿',
    },
    done: '已保存，核对后按「上报」送到医保中心',
  })
  await editing.run(row, tools)
}
