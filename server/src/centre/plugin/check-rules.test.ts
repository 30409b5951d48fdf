import { expect, test } from 'vitest'
import type { Edition } from '../profile.ts'
import { allFields, fieldsOf, isDescribed } from '../standard.ts'
import { mappingProblems, routeProblems } from './check-rules.ts'
import { isGuarded, isQuestion } from './guarded.ts'
import { readRules } from './read-rules.ts'
import { verbs } from './types.ts'

const problems = (infno: string, text: string, edition: Edition = 'JX') => {
  const read = readRules(text, 'rules/a.tsv')
  return [...read.problems, ...mappingProblems(edition, infno, read.mapping, 'rules/a.tsv')].map(
    ({ place, text: words }) => `${place}：${words}`,
  )
}

test('a mapping that keeps to the rules is taken, remarks and line ends of any kind included', () => {
  const text = [
    '# 结算',
    'in\trename\tdruginfo\tbegntime\tbeg_time',
    'in\tdate\tdruginfo\tbegntime\tyyyyMMddHHmmss\r',
    'in\tomit\tdrugdetail\tsin_dos_dscr',
    'in\tdefault\tdrugdetail\tmedc_way_dscr\t口服',
    'out\trename\tsetlinfo\tsetl_time\tsettle_time',
    'out\tdate\tsetlinfo\tsetl_time\tyyyyMMddHHmmss',
  ].join('\n')
  for (const edition of ['JX', 'HN'] as const) expect(problems('2102', `\uFEFF${text}\n`, edition)).toEqual([])
})

test.each<[string, string, string, string]>([
  ['an unknown verb', '2102', 'in\teval\tdruginfo\tbegntime\tx', '动作「eval」不能使用'],
  ['an unknown direction', '2102', 'both\trename\tdruginfo\tbegntime\tx', '方向「both」不能使用'],
  ['a missing column', '2102', 'in rename druginfo begntime x', '应有 4 或 5 列'],
  ['an unknown transaction', '9999', 'in\trename\tdata\tbegntime\tx', '没有交易 9999 的请求'],
  ['the envelope', 'envelope', 'in\tconstant\t(root)\tsigntype\tSM2', '没有交易 envelope'],
  ['an unknown node', '2102', 'in\trename\tdrug\tbegntime\tx', '没有节点 drug'],
  ['an unknown field', '2102', 'in\trename\tdruginfo\tbegin\tx', '没有字段 begin'],
  ['money', '2102', 'in\ttype\tdruginfo\tmedfee_sumamt\tnumber', '受保护的字段'],
  ['a quantity', '2102', 'in\ttype\tdrugdetail\tcnt\tnumber', '受保护的字段'],
  ['a person', '2102', 'in\trename\tdruginfo\tpsn_no\tperson', '受保护的字段'],
  ['what is sold', '2102', 'in\tconstant\tdrugdetail\tmed_list_codg\tX', '受保护的字段'],
  ['a settlement’s number', '2102', 'out\trename\tsetlinfo\tsetl_id\tid', '受保护的字段'],
  ['our own number in an answer', '5203', 'out\tdefault\tsetlinfo\tmedins_setl_id\tX', '受保护的字段'],
  ['whether it was given back', '5203', 'out\tdefault\tsetlinfo\trefd_setl_flag\t0', '受保护的字段'],
  ['the original of an undo', '2601', 'in\trename\tdata\tomsgid\tmsg', '受保护的字段'],
  ['a name that is guarded', '2102', 'in\trename\tdruginfo\tbegntime\tpsnNo', '「psnNo」已是标准中的名称'],
  ['a guarded name from elsewhere', '2102', 'in\trename\tdruginfo\tbegntime\tsetl_id', '受保护的名称'],
  ['a name of the same node', '2102', 'in\trename\tdruginfo\tbegntime\tdiseName', '已是标准中的名称'],
  ['a name that acts', '2102', 'in\trename\tdruginfo\tbegntime\t__proto__', '不能使用'],
  ['a node of a settlement', '2102', 'in\tnode\tdruginfo\t\tdrug', '结算只做一次要靠它'],
  ['a required field left out', '2102', 'in\tomit\tdruginfo\tbegntime', '是必填字段'],
  ['an unknown layout', '2102', 'in\tdate\tdruginfo\tbegntime\tdd.MM.yyyy', '日期格式「dd.MM.yyyy」不能使用'],
  ['a layout that loses the time', '2102', 'in\tdate\tdruginfo\tbegntime\tyyyyMMdd', '格式要与字段一致'],
  ['a date that is none', '2102', 'in\tdate\tdrugdetail\tsin_dos_dscr\tyyyyMMdd', '不是日期时间字段'],
  ['an unknown type', '2102', 'in\ttype\tdrugdetail\tsin_dos_dscr\tbigint', '值应为 number 或 string'],
  ['a constant in an answer', '2102', 'out\tconstant\tsetlinfo\tgend\t1', '不能用于答复'],
  ['a value that is too long', '2102', `in\tconstant\tdruginfo\tinvono\t${'9'.repeat(21)}`, '值的长度或格式不符合标准'],
  ['no value', '2102', 'in\tdefault\tdruginfo\tinvono\t', '没有写值'],
  ['an invisible character', '2102', 'in\tdefault\tdruginfo\tinvono\tA\u202EB', '不可见字符'],
  ['nothing at all', '2102', '# 空', '没有任何规则'],
  ['a file transfer', '9102', 'in\trename\tdata\tfilename\tx', '传送文件'],
  [
    'the same twice',
    '2102',
    'in\tconstant\tdruginfo\tinvono\tA\nin\tdefault\tdruginfo\tinvono\tB',
    '与第 1 行重复或矛盾',
  ],
  [
    'two fields under one name',
    '2101',
    'in\trename\tdrugdetail\tmedc_way_dscr\tway\nin\trename\tdrugdetail\tsin_dos_dscr\tWAY',
    '与第 1 行重复或矛盾',
  ],
])('%s is refused with its line', (_, infno, text, words) => {
  const [first] = problems(infno, text)
  expect(first).toContain(words)
  expect(first).toMatch(/^rules\/a\.tsv/)
})

test('too many rules are another standard', () => {
  const text = Array.from({ length: 201 }, () => 'in\tdefault\tdruginfo\tinvono\tA').join('\n')
  expect(problems('2102', text)[0]).toContain('最多 200 条')
})

test('money, persons, numbers and states are guarded in every transaction of both editions', () => {
  const measured = allFields().filter(
    ({ type, decimals, name }) => (type === 'N' && decimals > 0) || /(amt|_pay|fee)$/.test(name),
  )
  expect(measured.length).toBeGreaterThan(300)
  expect(measured.filter(({ name }) => !isGuarded(name)).map(({ name }) => name)).toEqual([])
  for (const name of [
    'psn_no',
    'psnNo',
    'PSN_NO',
    'certno',
    'mdtrt_id',
    'setl_id',
    'medins_setl_id',
    'omsgid',
    'cainfo',
    'cash_payamt',
    'psn_cash_pay',
    'fixmedins_bchno',
    'clr_appy_evt_id',
  ])
    expect([name, isGuarded(name)]).toEqual([name, true])
  for (const name of ['begntime', 'setl_time', 'invono', 'memo', 'sin_dos_dscr', 'expContent', 'tel'])
    expect([name, isGuarded(name)]).toEqual([name, false])
})

test('no verb is taken for a guarded field, whatever its transaction and direction', () => {
  const wrong: string[] = []
  const numbers = [
    '1101',
    '2001',
    '2101',
    '2102',
    '2103',
    '2204',
    '2206',
    '2207',
    '2208',
    '2601',
    '3201',
    '3202',
    '3505',
    '3506',
    '3507',
    '5203',
    '5204',
  ]
  for (const edition of ['JX', 'HN'] as const)
    for (const infno of numbers)
      for (const direction of ['in', 'out'] as const)
        for (const { node, name } of fieldsOf(edition, infno, direction).filter((field) => isGuarded(field.name)))
          for (const verb of verbs.filter((one) => one !== 'node')) {
            const { mapping } = readRules(`${direction}\t${verb}\t${node}\t${name}\tzz`, 'f')
            if (mappingProblems(edition, infno, mapping, 'f').length === 0)
              wrong.push(`${infno} ${direction} ${name} ${verb}`)
          }
  expect(wrong).toEqual([])
})

test('a route keeps to its limits, and what changes something at the centre is never repeated by itself', () => {
  const wrong = (infno: string, route: object) => routeProblems('JX', infno, route, 'p').map(({ text }) => text)
  expect(wrong('1101', { path: '/fsi/api/v2/call', infver: 'V1.1', timeoutMs: 60_000, retries: 3 })).toEqual([])
  expect(wrong('2102', { timeoutMs: 60_000, retries: 0 })).toEqual([])
  for (const infno of ['2101', '2102', '2103', '2201', '2206', '2207', '2208', '2601', '3505', '9001', '3203', '7203'])
    expect(wrong(infno, { retries: 1 }).join()).toContain('不能自动重发')
  for (const path of ['http://evil/x', '//evil/x', '/a/../b', '/a?x=1', 'a', '/a b', '/', `/${'a'.repeat(201)}`])
    expect([path, wrong('1101', { path }).length]).toEqual([path, 1])
  for (const infno of ['2102', '2103', '2207', '2208', '2601'])
    expect(wrong(infno, { timeoutMs: 9999 }).join(), infno).toContain('10000')
  for (const infno of ['2201', '2202', '2203', '2204', '2205'])
    expect(wrong(infno, { timeoutMs: 40_001 }), infno).toEqual(['timeoutMs 应在 1000 和 40000 之间'])
  for (const infno of ['2206', '2207', '2208']) expect(wrong(infno, { timeoutMs: 120_000 }), infno).toEqual([])
  for (const route of [{}, { timeoutMs: 999 }, { timeoutMs: 120_001 }, { retries: 4 }, { infver: 'V1.0.00' }])
    expect(wrong('1101', route)).toHaveLength(1)
  expect(wrong('9999', { infver: 'V1.1' })).toHaveLength(1)
  expect(wrong('9102', { path: '/fsi/api/v2/call' })).toEqual([expect.stringContaining('路径在医保配置填写')])
})

test('only questions may be repeated: none of them books, changes or tells anything', () => {
  const numbers = [
    '2101',
    '2102',
    '2103',
    '2503',
    '2601',
    '2691',
    '2692',
    '3101',
    '3203',
    '3301',
    '3401',
    '3501',
    '3505',
    '9001',
    '9101',
    '7203',
    '7204',
    '7206',
  ]
  expect(numbers.filter(isQuestion)).toEqual([])
  expect(['1101', '1312', '5203', '5301', '5395'].every((infno) => isQuestion(infno) && isDescribed('JX', infno))).toBe(
    true,
  )
})
