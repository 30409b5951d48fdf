import type { card as cardCalls } from '@yibao/shared/calls/card.ts'
import { medium as mediumField } from '@yibao/shared/entities/person.ts'
import { metaOf } from '@yibao/shared/field.ts'
import type { Context } from '../../call/context.ts'
import type { Handlers } from '../../call/mount.ts'
import { codesOf } from '../dictionary/entries.ts'
import { offeredTypes } from '../dictionary/medical-types.ts'
import { settingsOf } from '../organisation/settings.ts'
import { storeOf } from '../organisation/store.ts'
import { benefitsOf } from './benefits.ts'
import { refuseDevice } from './device.ts'
import { matchesDisease, registeredDiseases } from './diseases.ts'
import { readingOf, readPerson, shownPerson } from './read.ts'

/** Insurances a shop settles; residents after employees. */
const insutypes = ['310', '390', '340']

const reversalReasons = ['顾客退药', '药品或数量有误', '凭证或参保人有误', '重复结算', '其他']

const askPin = (action: string, title: string) => async (input: { medium: string }, c: Context) => {
  const answer = await c.asking.device({ action, title, args: { medium: input.medium } })
  return answer.ok ? null : refuseDevice(answer.result, '密码没有通过')
}

/** All of them but what the counter keeps an answer of (counter/disease-balance.ts). */
export const cardHandlers: Omit<Handlers<typeof cardCalls>, 'diseaseBalance'> = {
  pageDropDown: async (_, c) => {
    const { areaCode } = await storeOf(c.deps, c.storeId)
    const insurances = new Map((await codesOf(c.db, areaCode, 'insutype')).map(({ value, name }) => [value, name]))
    const { types } = await offeredTypes(c.db, areaCode, await settingsOf(c.db, areaCode), c.now)
    const media = Object.entries(metaOf(mediumField)?.choices ?? {}) as [
      'eVoucher' | 'socialCard' | 'idCard' | 'socialECard',
      string,
    ][]
    return {
      insutypes: insutypes.map((value) => ({ value, name: insurances.get(value) ?? value })),
      medicalTypes: types,
      media: media.map(([value, name]) => ({ value, name })),
      reversalReasons,
    }
  },
  read: ({ medium, purpose }, c) => readPerson(c, medium, { purpose }),
  readAgain: ({ medium, readId }, c) => readPerson(c, medium, { again: readId }),
  followCacheGetCardInfo: async ({ readId }, c) => {
    const reading = await readingOf(c, readId)
    return shownPerson(c, await storeOf(c.deps, c.storeId), reading.person, reading)
  },
  disease: ({ readId, twoDiseases: two, special }, c) => registeredDiseases(c, readId, { two, special }),
  searchDisease: async ({ readId, keyword = '' }, c) =>
    (await registeredDiseases(c, readId)).filter(matchesDisease(keyword)),
  searchDiseaseByType: async ({ readId, kind }, c) => {
    const rows = await registeredDiseases(c, readId, { two: kind === 'twoDiseases', special: kind === 'special' })
    return rows.filter((row) => row.kind === kind)
  },
  benefits: (input, c) => benefitsOf(c, input),
  changeCardPassword: askPin('card.pin.change', '修改卡密码'),
  checkCardPassword: askPin('card.pin.verify', '校验卡密码'),
}
