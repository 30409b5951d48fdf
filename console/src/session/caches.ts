import type { ResultOf } from '@yibao/shared/call.ts'
import { districtCalls, ybConfig } from '@yibao/shared/calls/base.ts'
import { create } from 'zustand'
import { callServer } from '../api/index.ts'
import { readJson, remove, writeJson } from '../state/storage.ts'

type Districts = ResultOf<typeof districtCalls.pullDistrictTree>['childDistricts']
type Areas = ResultOf<typeof ybConfig.pullMedicalAreaCodes>['drowDownItems']
type Readers = ResultOf<typeof ybConfig.pullCardReaderTypes>['cardReaderTypes']
type MedicalUi = ResultOf<typeof ybConfig.pullMedicalUI>

/** A list persisted locally, fetched only when empty or forced (SPEC 3 and 4). */
export const cached = async <T>(
  key: 'districtOptions' | 'medicalAreaCodes' | 'cardReaderTypes' | 'cardDistricts',
  load: () => Promise<T[]>,
  force = false,
): Promise<T[]> => {
  const known = readJson<T[]>(key, [])
  if (known.length && !force) return known
  const fresh = await load()
  writeJson(key, fresh)
  return fresh
}

/** Provinces and what is in them, kept in this browser until somebody reads them anew. */
export const districtOptions = (): Promise<Districts> =>
  cached(
    'districtOptions',
    async () => (await callServer(districtCalls.pullDistrictTree, {}, { silent: true })).childDistricts,
  )

/** The areas of 医保 there are, kept likewise. */
export const medicalAreaCodes = (): Promise<Areas> =>
  cached(
    'medicalAreaCodes',
    async () => (await callServer(ybConfig.pullMedicalAreaCodes, {}, { silent: true })).drowDownItems,
  )

/** An area was opened: the lists that lack it are empty again, and so are fetched when they are wanted next. */
export const forgetAreaLists = (): void => remove('medicalAreaCodes', 'cardDistricts')

/** The one list that can be fetched again on demand. */
export const cardReaderTypes = (force = false): Promise<Readers> =>
  cached(
    'cardReaderTypes',
    async () => {
      const input = force ? { force } : {}
      return (await callServer(ybConfig.pullCardReaderTypes, input, { silent: true })).cardReaderTypes
    },
    force,
  )

/** The area's settings as they were read last, for what follows them; null before the first answer. */
export const useMedicalUi = create<{ ui: MedicalUi | null }>(() => ({ ui: readJson<MedicalUi | null>('ui', null) }))

/** What the area shows and demands; kept under `ui`, fetched when the layout mounts (SPEC 7). */
export const loadMedicalUi = async (medicalAreaCode: string, storeId?: string): Promise<MedicalUi> => {
  const place = { ...(medicalAreaCode && { medicalAreaCode }), ...(storeId && { refId: storeId }) }
  const settings = await callServer(ybConfig.pullMedicalUI, place, { silent: true })
  writeJson('ui', settings)
  useMedicalUi.setState({ ui: settings })
  return settings
}

/** The last fetched area settings; null before the first fetch. */
export const readMedicalUi = (): MedicalUi | null => readJson<MedicalUi | null>('ui', null)
