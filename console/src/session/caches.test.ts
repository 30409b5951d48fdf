import { beforeEach, expect, test } from 'vitest'
import { fakeHttp, fakeUi, ok, type Sent } from '../../test/support/fake-http.ts'
import { readJson, remove } from '../state/storage.ts'
import { cardReaderTypes, districtOptions, loadMedicalUi, medicalAreaCodes } from './caches.ts'

const answers = {
  PullDistrictTree: { childDistricts: [{ value: '320000', name: '江苏省', childDistricts: [] }] },
  PullMedicalAreaCodes: { drowDownItems: [{ value: '320500', name: '苏州市', drowDownItems: [] }] },
  PullCardReaderTypes: { cardReaderTypes: [{ value: 'sim', name: '模拟读卡器', medium: 'socialCard', driver: 'd' }] },
}
const nameOf = ({ url }: Sent) => url.split('/').at(-1) as keyof typeof answers

beforeEach(() => {
  fakeUi()
  remove('districtOptions', 'medicalAreaCodes', 'cardReaderTypes')
})

test('the lists of every page are asked for while they are empty, then kept', async () => {
  const sent = fakeHttp((one) => ok(answers[nameOf(one)]))
  for (let session = 0; session < 2; session++)
    expect([await districtOptions(), await medicalAreaCodes(), await cardReaderTypes()]).toEqual([
      answers.PullDistrictTree.childDistricts,
      answers.PullMedicalAreaCodes.drowDownItems,
      answers.PullCardReaderTypes.cardReaderTypes,
    ])
  expect(sent.map(nameOf)).toEqual(['PullDistrictTree', 'PullMedicalAreaCodes', 'PullCardReaderTypes'])
  expect(readJson('medicalAreaCodes', [])).toEqual(answers.PullMedicalAreaCodes.drowDownItems)
})

test('an empty answer is asked for again', async () => {
  let round = 0
  const sent = fakeHttp(() => (round++ ? ok(answers.PullCardReaderTypes) : ok({ cardReaderTypes: [] })))
  expect(await cardReaderTypes()).toEqual([])
  expect(await cardReaderTypes()).toHaveLength(1)
  expect(sent).toHaveLength(2)
})

test('readers alone can be forced, and the server is told so', async () => {
  const sent = fakeHttp(() => ok(answers.PullCardReaderTypes))
  await cardReaderTypes()
  await cardReaderTypes(true)
  expect(sent.map(({ params }) => params)).toEqual([{}, { force: true }])
})

test('what a counter shows is asked for by area and store (SPEC 3), and kept for the pages', async () => {
  const sent = fakeHttp(() => ok({ areaName: '苏州市' }))
  await loadMedicalUi('320500', 's-1')
  await loadMedicalUi('')
  expect(sent.map(({ params }) => params)).toEqual([{ medicalAreaCode: '320500', refId: 's-1' }, {}])
  expect(readJson('ui', null)).toEqual({ areaName: '苏州市' })
})
