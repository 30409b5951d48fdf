import { describe, expect, test } from 'vitest'
import { profiles } from '../profile.ts'
import { sampleOf } from '../test/samples.ts'
import { handlers } from '../transactions/handlers.ts'
import { checkEnvelope, checkInput, type Values } from './check.ts'
import { codesOf } from './dictionary.ts'
import { type Field, type Node, nodesOf } from './standard.ts'
import { widened } from './value.ts'

// Only what the centre plays: nested audit messages (3101, 3102) are refused before their fields are looked at.
const infnos = Object.keys(handlers)

const editions = profiles.filter((profile) => profile.area !== '320100')

const rowOf = (node: Node, province: 'HN' | 'JX'): Values =>
  Object.fromEntries(node.fields.map((field) => [field.name, sampleOf(field, province)]))

const inputOf = (nodes: Node[], province: 'HN' | 'JX'): Record<string, unknown> =>
  Object.fromEntries(nodes.map((node) => [node.name, node.array ? [rowOf(node, province)] : rowOf(node, province)]))

interface Case {
  infno: string
  node: Node
  field: Field
}

describe.each(editions)('$province edition', (profile) => {
  const { province } = profile
  const cases: Case[] = infnos.flatMap((infno) =>
    nodesOf(infno, 'in', province).flatMap((node) => node.fields.map((field) => ({ infno, node, field }))),
  )

  /** The refusal for a message in which one field has another value; undefined when it passes. */
  const refusalFor = ({ infno, node, field }: Case, value: unknown): string | undefined => {
    const input = inputOf(nodesOf(infno, 'in', province), province)
    const row = { ...rowOf(node, province), [field.name]: value }
    try {
      checkInput(infno, { ...input, [node.name]: node.array ? [row] : row }, profile)
      return undefined
    } catch (error) {
      return (error as Error).message
    }
  }

  /** The cases that break a rule with a value, as those where the refusal does not name the field. */
  const unnamed = (chosen: Case[], wrong: (one: Case) => unknown): string[] => {
    expect(chosen.length).toBeGreaterThan(10)
    return chosen
      .filter((one) => !refusalFor(one, wrong(one))?.includes(`【${one.field.title} ${one.field.name}】`))
      .map((one) => `${one.infno} ${one.node.name}.${one.field.name}`)
  }
  const simple = cases.filter(({ field }) => field.type !== 'B')

  test('a message with every field right passes', () => {
    const refused = infnos.flatMap((infno) => {
      try {
        checkInput(infno, inputOf(nodesOf(infno, 'in', province), province), profile)
        return []
      } catch (error) {
        return [`${infno}: ${(error as Error).message}`]
      }
    })
    expect(refused).toEqual([])
  })

  test.each([undefined, null, '', 'null'])('a required field that is %j is refused by name', (missing) => {
    const required = simple.filter(({ field }) => field.required)
    expect(unnamed(required, () => missing)).toEqual([])
  })

  test('a value longer than the table says is refused by name', () => {
    const strings = simple.filter(({ field }) => field.type === 'S' && field.length > 0 && !field.coded)
    expect(unnamed(strings, ({ field }) => '长'.repeat((widened[field.name] ?? field.length) + 1))).toEqual([])
  })

  test('a number with letters, with too many decimals or digits is refused by name', () => {
    const numbers = simple.filter(({ field }) => field.type === 'N')
    expect(unnamed(numbers, () => '12a')).toEqual([])
    expect(unnamed(numbers, ({ field }) => `0.${'1'.repeat(field.decimals + 1)}`)).toEqual([])
    const limited = numbers.filter(({ field }) => field.length > 0)
    expect(unnamed(limited, ({ field }) => '9'.repeat(field.length - field.decimals + 1))).toEqual([])
  })

  test('a date or time of another format, or that no calendar has, is refused by name', () => {
    const times = simple.filter(({ field }) => field.type === 'D' || field.type === 'DT')
    for (const wrong of ['20261120', '2026-02-30', '2026-11-20 25:00:00', '2026/11/20'])
      expect(unnamed(times, () => wrong)).toEqual([])
  })

  test('a code that the dictionary of the edition does not know is refused by name', () => {
    const coded = simple.filter(({ field }) => field.coded && codesOf(province, field.name))
    expect(unnamed(coded, () => '??')).toEqual([])
  })

  test('an object where a value belongs is refused by name', () => {
    expect(unnamed(simple, () => ({}))).toEqual([])
  })

  test('a node that is missing, misnamed or of the other kind is refused by name', () => {
    const nodes = infnos.flatMap((infno) => nodesOf(infno, 'in', province).map((node) => ({ infno, node })))
    for (const { infno, node } of nodes.filter((one) => one.node.required)) {
      // Without a name in the standard any name is right; missing it still is.
      if (node.name === '(none)') {
        expect(() => checkInput(infno, {}, profile)).toThrow(node.name)
        continue
      }
      const { [node.name]: own, ...others } = inputOf(nodesOf(infno, 'in', province), province)
      expect(() => checkInput(infno, { ...others, [`${node.name}x`]: own }, profile)).toThrow(node.name)
      expect(() => checkInput(infno, { ...others, [node.name]: node.array ? {} : [own] }, profile)).toThrow(node.name)
      if (node.array) expect(() => checkInput(infno, { ...others, [node.name]: [] }, profile)).toThrow('至少一行')
    }
  })
})

test('a wrong value in a later row of an array is refused with its row', () => {
  const profile = editions[0]!
  const nodes = nodesOf('2102', 'in', profile.province)
  const lines = nodes.find((node) => node.name === 'drugdetail')!
  const rows = [rowOf(lines, profile.province), { ...rowOf(lines, profile.province), cnt: '' }]
  expect(() => checkInput('2102', { ...inputOf(nodes, profile.province), drugdetail: rows }, profile)).toThrow(
    '【数量 cnt】第 2 行不能为空',
  )
})

test('Jiangxi asks the identity fields of 2102 of nobody by its tables, Hunan of everybody', () => {
  const required = (province: 'HN' | 'JX') =>
    nodesOf('2102', 'in', province)[0]!
      .fields.filter((field) => field.required)
      .map((field) => field.name)
  const identity = ['psn_cert_type', 'certno', 'psn_type', 'psn_name']
  expect(required('HN')).toEqual(expect.arrayContaining(identity))
  expect(required('JX').filter((name) => identity.includes(name))).toEqual([])
})

test('every field of the envelope that is too long is refused by name', () => {
  const { fields } = nodesOf('envelope', 'in', 'HN')[0]!
  const right = Object.fromEntries(
    fields.map((field) => [field.name, field.name === 'input' ? {} : sampleOf(field, 'HN')]),
  )
  expect(() => checkEnvelope(right)).not.toThrow()
  const strings = fields.filter((field) => field.type === 'S' && !field.coded && field.name !== 'input')
  for (const field of strings) {
    const long = 'x'.repeat((widened[field.name] ?? field.length) + 1)
    expect(() => checkEnvelope({ ...right, [field.name]: long })).toThrow(`【${field.title} ${field.name}】长度`)
  }
})
