import { randomBytes } from 'node:crypto'
import { textOf } from '../message/value.ts'
import { yuan } from '../money/fixed.ts'
import { certType, psnType } from '../profile.ts'
import { refuse } from '../refusal.ts'
import type { Person } from '../seed/persons.ts'
import { readQrCode } from '../seed/qrcodes.ts'
import { balanceOf } from '../store/people.ts'
import { age } from '../time.ts'
import { type Call, checkIdentity, type Handler, type Texts, textsOf } from './call.ts'
import { identify } from './credential.ts'

const certTypeOf = (call: Call, person: Person): string =>
  certType[call.profile.province][person.state.flags.has('foreign') ? 'residence' : 'id']

/** The person block that several answers begin with. */
export const personBlock = (call: Call, person: Person): Texts => ({
  psn_no: person.psnNo,
  psn_cert_type: certTypeOf(call, person),
  certno: person.certno,
  psn_name: person.name,
  gend: person.gend,
  naty: person.naty,
  brdy: person.brdy,
  age: age(person.brdy, call.now),
})

const unknown = '未查询到该人员的参保信息'

/** The centre looks in the city that insuplc_admdvs names; without one a person is taken for its own (notes 10). */
const isLookedForIn = ({ envelope, institution }: Call, { insuplc }: Person): boolean =>
  (textOf(envelope.insuplc_admdvs) || institution.area).slice(0, 4) === insuplc.slice(0, 4)

/** 1101 人员基本信息获取. */
export const basicInfo: Handler = (call) => {
  const given = textsOf(call, 'data')
  const person = identify(call, given)
  if (!isLookedForIn(call, person)) refuse(unknown)
  checkIdentity(call, person, given, ['psn_cert_type', 'certno', 'psn_name'])
  if (person.state.flags.has('dead')) refuse('该参保人员已登记死亡，不能享受医保待遇')
  if (person.state.insurances.length === 0) refuse(unknown)
  return {
    baseinfo: personBlock(call, person),
    insuinfo: person.state.insurances.map((one) => ({
      balc: yuan(balanceOf(call.store, person.psnNo, one.insutype)),
      insutype: one.insutype,
      psn_type: psnType[call.profile.province][one.kind],
      psn_insu_stas: one.status,
      psn_insu_date: '2015-07-01',
      paus_insu_date: one.status === '2' ? '2024-06-30' : '',
      cvlserv_flag: one.cvlserv ? '1' : '0',
      insuplc_admdvs: person.insuplc,
      emp_name: one.insutype === '390' ? '' : person.emp,
    })),
    idetinfo: person.state.flags.has('rescue')
      ? [
          {
            psn_idet_type: call.profile.province === 'HN' ? '2303' : '06',
            begntime: '2024-01-01 00:00:00',
            endtime: '2034-12-31 23:59:59',
          },
        ]
      : [],
  }
}

const SHOWN_MS = 60_000
const TOKEN_MS = 600_000
/** businessType 下载外购处方: only such a token shows a person's prescriptions. */
const READ_PRESCRIPTIONS = '02122'

/** 1162 电子凭证解码 (local): the code works once, within 60 s of being shown; its token lives 10 minutes. */
export const decode: Handler = (call) => {
  const { ecQrCode, businessType } = textsOf(call, 'data')
  if (!/^\d{28,30}$/.test(ecQrCode!)) refuse('【电子凭证二维码 ecQrCode】应为 28 至 30 位数字')
  const { person, shownAt } = readQrCode(ecQrCode!) ?? refuse('电子凭证二维码无效')
  if (shownAt !== 0) {
    if (Math.abs(call.now - shownAt) > SHOWN_MS) refuse('电子凭证二维码已失效，请参保人刷新后重扫')
    if (call.store.get('select 1 from shown where code = ?', ecQrCode!))
      refuse('电子凭证二维码已使用，请参保人刷新后重扫')
  }
  const token = `${person.insuplc.slice(0, 2)}0000ec${randomBytes(16).toString('hex')}`
  call.store.transaction(() => {
    if (shownAt !== 0) call.store.run('insert into shown values (?)', ecQrCode!)
    call.store.run('insert into token values (?, ?, ?)', token, person.psnNo, call.now + TOKEN_MS)
    if (businessType === READ_PRESCRIPTIONS) call.store.run('insert into rx_token values (?)', token)
  })
  return {
    data: {
      ecToken: token,
      userName: person.name,
      idNo: person.certno,
      idType: certTypeOf(call, person).padStart(2, '0'),
      insuOrg: person.insuplc,
      gender: person.gend,
      birthday: person.brdy,
    },
  }
}
