import { beforeEach, expect, test } from 'vitest'
import { fakeHttp, fakeUi, ok } from '../../test/support/fake-http.ts'
import { readJson, remove } from '../state/storage.ts'
import { cardDistricts } from './card-districts.ts'

beforeEach(() => {
  fakeUi()
  remove('cardDistricts')
})

test('the insurance areas are asked for while they are empty, then kept until the session is forgotten', async () => {
  const areas = [{ value: '320500', name: '苏州市' }]
  let round = 0
  const sent = fakeHttp(() => ok(round++ ? areas : []))
  expect(await cardDistricts()).toEqual([])
  expect(await cardDistricts()).toEqual(areas)
  expect(await cardDistricts()).toEqual(areas)
  expect(sent.map(({ url }) => url.split('/').at(-1))).toEqual(['InsDistricts', 'InsDistricts'])
  expect(readJson('cardDistricts', [])).toEqual(areas)
})
