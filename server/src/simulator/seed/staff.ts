/** Somebody who works at a pharmacy and is registered with the centre (invented). */
interface Staff {
  institution: string
  name: string
  /** medins_psn_type: 3 = 药师 */
  type: string
  code: string
  certno: string
  since: string
}

/** 平江店 has nobody: its shop has to register a pharmacist first. */
export const staff: Staff[] = [
  {
    institution: 'P32050100001',
    name: '王药师',
    type: '3',
    code: 'Y320508000001',
    certno: '320508198506124027',
    since: '2021-03-01 00:00:00',
  },
  {
    institution: 'P32050100001',
    name: '顾𠮷',
    type: '3',
    code: 'Y320508000002',
    certno: '320508199109233013',
    since: '2023-07-15 00:00:00',
  },
  {
    institution: 'P32010200001',
    name: '李药师',
    type: '3',
    code: 'Y320102000001',
    certno: '320102198803041017',
    since: '2020-01-06 00:00:00',
  },
  {
    institution: 'P43010200001',
    name: '刘药师',
    type: '3',
    code: 'Y430102000001',
    certno: '43010219870715202X',
    since: '2022-11-20 00:00:00',
  },
]
