import { expect, test } from 'vitest'
import { everyCode } from './levels.ts'

const known = [
  { code: '14', parent: null },
  { code: '41', parent: null },
  { code: '9901', parent: null },
  { code: '990101', parent: '9901' },
  { code: '99010101', parent: '990101' },
]
const item = (code: string, parent?: string) => ({ type: 'med_type', code, label: code, parent, sort: 1, valid: true })

/** A centre that answers `tree` by what it is asked under, and what it was asked. */
const centre = (tree: Record<string, ReturnType<typeof item>[]>) => {
  const asked: (string | undefined)[] = []
  const bare: string[] = []
  const ask = async (parent?: string, nothing?: boolean) => {
    asked.push(parent)
    if (parent && nothing) bare.push(parent)
    return tree[parent ?? ''] ?? []
  }
  return { asked, bare, ask }
}
const codes = (items: { code: string; parent?: string | undefined }[]) =>
  items.map(({ code, parent }) => `${parent ?? ''}/${code}`)

test('a centre that answers one level is asked for the next: under every code of the top, deeper under known ones', async () => {
  const { asked, bare, ask } = centre({
    ...{ '': [item('14', '0'), item('41', 'med_type'), item('9901')] },
    ...{ '14': [item('140104', '14')], '9901': [item('990101')], '990101': [item('99010101', '990101')] },
  })
  expect(codes(await everyCode(known, ask))).toEqual([
    ...['0/14', 'med_type/41', '/9901', '14/140104', '9901/990101', '990101/99010101'],
  ])
  expect(asked).toEqual([undefined, '14', '41', '9901', '990101'])
  expect(bare, 'under the others a refusal stops what is known').toEqual(['14', '41'])
})

test('one that answers all at once, or a table without sub-codes, is asked once', async () => {
  for (const all of [
    [item('9901'), item('990101', '9901')],
    [item('9901'), item('990101')],
  ]) {
    const { asked, ask } = centre({ '': all })
    expect(await everyCode(known, ask)).toEqual(all)
    expect(asked).toEqual([undefined])
  }
  const flat = centre({ '': [item('1')] })
  await everyCode([{ code: '1', parent: null }], flat.ask)
  expect(flat.asked).toEqual([undefined])
})

test('a centre that does not look at what it is asked under says nothing twice', async () => {
  const top = [item('14'), item('41')]
  expect(await everyCode(known, centre({ '': top, '14': top, '41': top }).ask)).toEqual(top)
})
