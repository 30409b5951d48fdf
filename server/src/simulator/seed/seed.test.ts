import { initialsOf } from '@yibao/shared/initials.ts'
import { expect, test } from 'vitest'
import { itemOf } from '../catalogue.ts'
import { table } from '../data.ts'
import { knows } from '../message/dictionary.ts'
import { certType, profiles, psnType } from '../profile.ts'
import { checkDigit, persons } from './persons.ts'
import { qrCode, readQrCode } from './qrcodes.ts'
import { states } from './states.ts'

test('at least 26 states, each person of each area with numbers of their own and a valid check digit', () => {
  expect(states.length).toBeGreaterThanOrEqual(26)
  expect(new Set(states.map((state) => state.key)).size).toBe(states.length)
  for (const key of ['psnNo', 'certno', 'cardNo', 'cardSn', 'name'] as const)
    expect(new Set(persons.map((person) => person[key])).size, key).toBe(persons.length)
  for (const { certno, state, gend } of persons.filter((person) => !person.state.flags.has('foreign'))) {
    expect(certno.at(-1)).toBe(checkDigit(certno.slice(0, 17)))
    expect(certno.slice(6, 14)).toBe(state.brdy.replaceAll('-', ''))
    expect(Number(certno[16]) % 2).toBe(gend === '1' ? 1 : 0)
  }
})

test('the known samples', () => {
  expect(persons[0]).toMatchObject({
    name: '张三',
    psnNo: '32050000000000000001',
    certno: '320501199001011238',
    cardNo: 'A00000017',
    cardSn: '320500D156000005000000000000AB12',
  })
  const names = persons.map((person) => person.name)
  expect(names.some((name) => name.includes('䶮')) && names.some((name) => name.includes('𠮷'))).toBe(true)
  expect(names.filter((name) => [...name].length === 20)).toHaveLength(profiles.length)
})

test('codes of the persons are in the dictionaries of their province', () => {
  for (const { province } of profiles) {
    for (const code of Object.values(psnType[province])) expect(knows(province, 'psn_type', code)).toBe(true)
    for (const code of Object.values(certType[province])) expect(knows(province, 'psn_cert_type', code)).toBe(true)
  }
  // No code is left for people of foreign descent: the tables end at 56.
  for (const { naty } of persons.filter((one) => !one.state.flags.has('foreign')))
    expect(knows('JX', 'naty', naty)).toBe(true)
})

test('a QR code has 28 digits and leads back to its person and moment', () => {
  const code = qrCode(persons[40]!, 1_790_000_000_999, 7)
  expect(code).toMatch(/^\d{28}$/)
  expect(readQrCode(code)).toEqual({ person: persons[40], shownAt: 1_790_000_000_000 })
  expect(readQrCode(`${code.slice(0, 27)}${(Number(code[27]) + 1) % 10}`)).toBeUndefined()
  expect(readQrCode(qrCode(persons[0]!, 0, 0))).toMatchObject({ shownAt: 0 })
})

test('the catalogue: 300 items an area, national code shape, valid EAN-13, codes of the dictionaries', () => {
  const rows = table('catalogue.tsv')
  for (const { area, province } of profiles) {
    const own = rows.filter((row) => row.area === area)
    expect(own).toHaveLength(300)
    for (const key of ['med_list_codg', 'barcode', 'own_code'])
      expect(new Set(own.map((row) => row[key])).size).toBe(300)
    for (const row of own) {
      for (const key of [
        'list_type',
        'chrgitm_lv',
        'med_chrgitm_type',
        'bas_medn_flag',
        'hi_nego_drug_flag',
        'rx_flag',
      ])
        expect(knows(province, key, row[key]!), `${row.name} ${key}`).toBe(true)
      // How they may be used is said of herbs alone.
      const herb = row.med_list_codg!.startsWith('T')
      expect(herb ? knows(province, 'lmt_cpnd_type', row.lmt_cpnd_type!) : row.lmt_cpnd_type === '').toBe(true)
      const digits = [...row.barcode!].map(Number)
      expect(digits.reduce((sum, digit, i) => sum + digit * (i % 2 ? 3 : 1), 0) % 10).toBe(0)
      expect(row.med_list_codg).toMatch(/^([XZ].{22}|T\d{9}|C\d{19})$/)
      expect(row.price).toMatch(/^\d+\.\d{2,4}$/)
      expect(row.initials).toBe(initialsOf(row.name!))
    }
  }
  expect(itemOf('320500', 'ZA00AAA000A001010100002')).toMatchObject({ name: '复方丹参滴丸', level: '2', selfpay: 1000 })
  expect(itemOf('430100', 'XA00AAA000A001010100003')).toMatchObject({ level: '03' })
})

test.each([
  ['阿莫西林胶囊', 'AMXLJN'],
  ['复方丹参滴丸', 'FFDSDW'],
  ['二甲双胍缓释片', 'EJSGHSP'],
  ['头孢克肟分散片', 'TBKWFSP'],
  ['维生素B1片', 'WSSB1P'],
  ['参苓白术散', 'SLBZS'],
  ['东阿阿胶', 'DEEJ'],
  ['六味地黄丸', 'LWDHW'],
])('initials of %s are %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
