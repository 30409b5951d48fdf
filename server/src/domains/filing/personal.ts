import { agentForm, contactForm } from '@yibao/shared/entities/filing.ts'
import type { FiledPerson } from '../../centre/operations/filed-person.ts'
import type { Vault } from '../../secrets/secret.ts'
import type { CardPerson } from '../card/types.ts'

/** What a filing keeps of the person for the centre, and what was written of him that lists do not show. */
export interface Personal extends FiledPerson {
  insurances: { insutype: string; insuredArea: string }[]
  /** What the kind seals of its form (Kind). */
  written: Record<string, string>
}

/** A filing of before the other kinds has what was written beside the number, and nothing else of the person. */
type Stored = Partial<Personal> & Pick<Personal, 'psnNo' | 'insurances'> & { tel?: string; address?: string }

/** The person of a filing as a sealed text, to be kept; `openPersonal` is the way back. */
export const sealPersonal = (vault: Vault, personal: Personal): string => vault.seal(JSON.stringify(personal))

const lost = {
  what: '这条备案的参保人信息',
  instead: '这条备案请在医保中心网站办理；仍要在系统里办理的，请参保人读卡后重新备案',
}

/** Refuses (data.key) where it was sealed with a key that is lost: nothing can be told to the centre without the person. */
export const openPersonal = (vault: Vault, sealed: string): Personal => {
  const { tel = '', address = '', ...stored } = JSON.parse(vault.open(sealed, lost)) as Stored
  return {
    ...{ name: '', certificateType: '', certificateNo: '', birthday: '', gender: '', nation: '', employer: '' },
    ...{ written: { tel, address }, ...stored },
  }
}

/** The person of a reading as a filing keeps him; an insurance without an area is of the store's. */
export const personalOf = ({ person }: CardPerson, areaCode: string): Omit<Personal, 'written'> => ({
  psnNo: person.psnNo,
  insurances: person.insurances.map(({ insurance, insuredArea }) => ({
    insutype: insurance,
    insuredArea: insuredArea || areaCode,
  })),
  ...{ name: person.name, certificateType: person.certificateType, certificateNo: person.certificateNo },
  ...{ birthday: person.birthday ?? '', gender: person.gender, nation: person.nation ?? '' },
  employer: person.insurances.find(({ employer }) => employer)?.employer ?? '',
})

/** What every kind seals. */
const ofAll = { ...contactForm, ...agentForm }

/** What a person wrote, in two: what lists may show, and what is sealed. Empty fields are left out. */
export const partsOf = (
  form: object,
  more: object = {},
): { open: Record<string, unknown>; written: Record<string, string> } => {
  const sealed = new Set(Object.keys({ ...ofAll, ...more }))
  const filled = Object.entries(form).filter(([, value]) => value !== undefined && value !== '')
  const part = (isSealed: boolean) => Object.fromEntries(filled.filter(([name]) => sealed.has(name) === isSealed))
  return { open: part(false), written: part(true) as Record<string, string> }
}
