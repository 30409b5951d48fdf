import { expect, test } from 'vitest'
import { profileOf } from '../profiles.ts'
import { certificateTypeOf, queryPerson } from './person.ts'

const told = (area: string, certificateType: string) => {
  const profile = profileOf(area, 'http://localhost')
  const input = queryPerson.input(
    { credential: { type: '01', no: 'ec' }, certificateType, certificateNo: 'x', name: '𠮷' },
    {
      profile,
      sender: { fixmedinsCode: '', fixmedinsName: '', opter: '', opterName: '', opterType: '1', signNo: '' },
    } as never,
  )
  return (input as { data: { psn_cert_type: string } }).data.psn_cert_type
}

test.each([
  // Two digits in the country, one in Jiangxi’s own table alone (domain.md 3.3).
  ['320500', '01', '01'],
  ['320500', '7', '07'],
  ['430100', '01', '01'],
  ['430100', '17', '17'],
  ['360100', '01', '1'],
  ['360100', '07', '7'],
  ['360100', '17', '99'],
  ['360100', '16', '99'],
  ['430100', '16', '16'],
])('1101 of %s tells certificate type %s as %s', (area, type, spelled) => expect(told(area, type)).toBe(spelled))

test.each([
  ['32050119900101123X', '01'],
  ['ABC123456789012', '07'],
  ['911124198108030024', '07'],
  ['810000199408230021', '17'],
  ['82000019940823002x', '17'],
  ['830000199408230021', '17'],
])('the number %s is of type %s', (no, type) => expect(certificateTypeOf(no)).toBe(type))
