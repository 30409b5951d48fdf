import { fillRow } from '../fill.ts'
import { isObject } from '../json.ts'
import type { Operation } from '../operation.ts'
import { readOne } from '../reader.ts'

/** What ip holds where no address can stand in it. */
const nowhere = '127.0.0.1'

/** An address in the 20 characters of ip: of IPv4 the plain form, of IPv6 only a short one. */
export const addressOf = (ip: string): string => {
  const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  return plain.length > 0 && plain.length <= 20 ? plain : nowhere
}

/** 9001 签到: the sign_no goes into every later envelope of this operator. Sent with an empty sign_no. */
export const signIn: Operation<{ opterNo: string; mac: string; ip: string }, { signNo: string; signTime: string }> = {
  infno: '9001',
  title: '签到',
  input: ({ opterNo, mac, ip }, { profile }) => ({
    signIn: fillRow(profile.edition, '9001', 'signIn', { opter_no: opterNo, mac, ip: addressOf(ip) }),
  }),
  read: (output) => {
    const row = readOne(output, 'signinoutb')
    const signNo = row?.maybe('sign_no')
    return row && signNo ? { signNo, signTime: row.text('sign_time') } : undefined
  },
}

/** 9002 签退: kills the number, in Jiangxi on all terminals of the operator. Its answer node is named like its field. */
export const signOut: Operation<{ opterNo: string; signNo: string }, { signTime: string }> = {
  infno: '9002',
  title: '签退',
  input: ({ opterNo, signNo }, { profile }) => ({
    signOut: fillRow(profile.edition, '9002', 'signOut', { sign_no: signNo, opter_no: opterNo }),
  }),
  read: (output) => {
    const row = readOne(output, 'sign_time', 'signoutoutb')
    const bare = isObject(output) && typeof output.sign_time === 'string' ? output.sign_time : ''
    return { signTime: row?.text('sign_time') ?? bare }
  },
}
