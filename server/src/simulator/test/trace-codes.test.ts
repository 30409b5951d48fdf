import { beforeAll, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { makeClient, personIn, startTestCentre } from './client.ts'
import { exampleA, purchase } from './purchases.ts'

// An area whose centre demands drugtracinfo: the wire format, and how its book of sold packs moves.

let client: ReturnType<typeof makeClient>
const rich = personIn('320500', 'rich')
const option = async (on: boolean) => {
  const body = JSON.stringify({ area: '320500', name: 'traceCodes', on })
  const headers = { 'content-type': 'application/json' }
  expect((await fetch(`${centre.url}/simulator/options`, { method: 'POST', headers, body })).status).toBe(200)
}
const centre = opened(startTestCentre)
beforeAll(async () => {
  client = makeClient(centre.url, 'P32050100001')
  await client.signIn()
  await option(true)
})

const code = (n: number) => `8100001${String(n).padStart(13, '0')}`
/** One line of so many packs; the first item of example A. */
const bought = (codes: string[] | undefined, cnt = '1.0000') => {
  const input = purchase(rich, [{ ...exampleA[0]!, cnt }])
  const drugtracinfo = codes?.map((drug_trac_codg) => ({ drug_trac_codg }))
  return { ...input, drugdetail: input.drugdetail.map((line) => ({ ...line, ...(drugtracinfo && { drugtracinfo }) })) }
}
const send = async (infno: string, input: object) => {
  const answer = await client.call(infno, input)
  return String(answer.infcode) === '0' ? answer.output : answer.err_msg
}

test('a line names its packs: one code each, no more, none twice; a broken pack blocks nobody', async () => {
  expect(await send('2101', bought(undefined))).toContain('第 1 行缺少追溯码，应有 1 个，实有 0 个')
  expect(await send('2101', bought([code(1)], '2'))).toContain('应有 2 个，实有 1 个')
  expect(await send('2101', bought([code(1), code(2)]))).toContain('追溯码多于数量')
  expect(await send('2101', bought([code(1), code(1)], '2'))).toContain('重复')
  expect(await send('2101', bought(['一盒']))).toContain('格式不正确')
  for (const _ of [1, 2]) expect(await send('2102', bought([code(9)], '0.5'))).toHaveProperty('setlinfo')
})

test('a sold pack is sold for everybody, through a restart; a reversal frees it; its own 3505 is no other sale', async () => {
  const sold = await send('2102', bought([code(1)]))
  expect(await send('2102', bought([code(1)]))).toContain(`${code(1)} 已销售，不能重复销售`)
  const { setl_id, mdtrt_id } = (sold as { setlinfo: Record<string, string> }).setlinfo
  const back = await send('2103', { data: { setl_id, mdtrt_id, psn_no: rich.psnNo } })
  expect(back).toHaveProperty('setlinfo')
  expect(await send('2102', bought([code(1)]))).toHaveProperty('setlinfo')
  await option(false)
  expect(await send('2102', bought(undefined))).toHaveProperty('setlinfo')
  await option(true)
})
