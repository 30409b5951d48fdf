import { type Person, persons } from './persons.ts'
import type { Simulator } from './simulator.ts'

const getters: Record<string, (person: Person) => string> = {
  GetPeopleName: ({ name }) => name,
  GetPeopleSex: ({ gender }) => gender,
  GetPeopleNation: ({ nation }) => nation,
  GetPeopleBirthday: ({ birthday }) => birthday,
  GetPeopleAddress: ({ address }) => address,
  GetPeopleIDCode: ({ certNo }) => certNo,
  GetDepartment: ({ authority }) => authority,
  GetStartDate: ({ validFrom }) => validFrom,
  GetEndDate: ({ validTo }) => validTo,
}

/** An identity-card reader with the interface of termb.dll (domain.md 6.4). */
export const idCard: Simulator = () => {
  let found: Person | undefined
  const read = Object.entries(getters).map(
    ([name, value]) => [name, () => ({ ret: found ? 1 : 0, out: { buf: found ? value(found) : '' } })] as const,
  )
  return {
    CVR_InitComm: (_text, { reader }) => ({ ret: reader === 'ready' ? 1 : 2 }),
    CVR_Authenticate: (_text, switches) => {
      found = persons.find(({ certNo }) => certNo === switches.idCard)
      return { ret: found ? 1 : 2 }
    },
    CVR_Read_Content: () => ({ ret: found ? 1 : 0 }),
    CVR_CloseComm: () => ({ ret: 1 }),
    ...Object.fromEntries(read),
  }
}
