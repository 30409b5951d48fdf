/** The two provincial editions of the interface standard. */
export type Province = 'HN' | 'JX'

/** What kind of person an insurance row is for; the code for it differs between provinces. */
export type Kind = 'active' | 'retired' | 'cadre' | 'resident' | 'elder' | 'student' | 'child' | 'newborn'

/** How one area speaks (DESIGN 4). */
export interface Profile {
  area: string
  name: string
  province: Province
  gateway: 'TIF' | 'CSB'
  /** Every number of an answer is sent as a string. */
  numbersAsStrings: boolean
  /** A repeated msgid of 2102 or 2103: the first answer again, or a refusal. */
  repeat: 'answer' | 'refuse'
  /** Most rows of one page of 1304, 1312, 1316-1319, whatever page_size asks. */
  pageRows: number
  /** Electronic prescriptions circulate here (7202-7206). */
  circulation: boolean
  /** Whether 1320 and 1321 tell what the centre itself holds. */
  figures: boolean
  /** What 3260 calls the organisation's payment: the funds', with the personal account's, or no clearing here at all. */
  clearing: 'fund' | 'paid' | 'none'
}

/** The three areas the demo centre serves. */
export const profiles: Profile[] = [
  {
    area: '320500',
    name: '苏州市',
    province: 'JX',
    gateway: 'TIF',
    numbersAsStrings: false,
    repeat: 'refuse',
    pageRows: 9999,
    circulation: true,
    clearing: 'paid',
    figures: true,
  },
  {
    area: '320100',
    name: '南京市',
    province: 'JX',
    gateway: 'TIF',
    numbersAsStrings: true,
    repeat: 'refuse',
    pageRows: 9999,
    circulation: false,
    clearing: 'fund',
    figures: true,
  },
  {
    area: '430100',
    name: '长沙市',
    province: 'HN',
    gateway: 'CSB',
    numbersAsStrings: false,
    repeat: 'answer',
    pageRows: 300,
    circulation: true,
    clearing: 'none',
    figures: false,
  },
]

/** The profile of an area. */
export const profileOf = (area: string): Profile | undefined => profiles.find((profile) => profile.area === area)

/** psn_type by province (domain 3.3). */
export const psnType: Record<Province, Record<Kind, string>> = {
  HN: {
    active: '11',
    retired: '12',
    cadre: '13',
    resident: '15',
    elder: '16',
    student: '1404',
    child: '1402',
    newborn: '1401',
  },
  JX: {
    active: '11',
    retired: '21',
    cadre: '31',
    resident: '50',
    elder: '60',
    student: '43',
    child: '41',
    newborn: '41',
  },
}

/** Certificate types of the demo persons (psn_cert_type): identity card, permanent residence of a foreigner. */
export const certType: Record<Province, Record<'id' | 'residence', string>> = {
  HN: { id: '01', residence: '07' },
  JX: { id: '1', residence: '7' },
}

/** clr_way 按项目 by province. */
export const clrWay: Record<Province, string> = { HN: '1', JX: '01' }

/** chrgitm_lv of an item that has no mapping: all own pay. */
export const ownPayLevel: Record<Province, string> = { HN: '03', JX: '3' }

/** The class of a chrgitm_lv in either edition: 1 甲, 2 乙, 3 丙 or own pay. */
export const levelOf = (chrgitmLv: string): number => Number(chrgitmLv)

/** 否 of the drug flags (bas_medn_flag, hi_nego_drug_flag): 0 in Hunan, 2 in Jiangxi. */
export const no: Record<Province, string> = { HN: '0', JX: '2' }
