import { randomBytes } from 'node:crypto'
import { refuse } from '../refusal.ts'
import { ensureDemo } from '../rx/demo.ts'
import { checkNotTaken, keptFor, type Standing, standingOf, whyNot } from '../rx/state.ts'
import { dispensedOf, downloadedBy, type Issued, issuedBy, issuedTo, pushedTo } from '../rx/store.ts'
import { institutionOf } from '../seed/institutions.ts'
import { personBy } from '../seed/persons.ts'
import { age, dateTime, day } from '../time.ts'
import { type Call, type Handler, type Texts, textsOf } from './call.ts'
import { readerOf } from './credential.ts'

/** How far back a person's prescriptions are shown. */
const SHOWN_MS = 90 * 86_400_000

/** Only some areas have the chapter. */
export const checkCirculation = ({ infno, profile }: Call): void => {
  if (!profile.circulation) refuse(`交易 ${infno} 本中心未开通`)
}

/** The prescription of a number; refuses an unknown one. */
export const issuedOf = (call: Call, number: string): Issued =>
  issuedBy(call.store, number) ?? refuse(`【医保处方编号 hi_rxno】${number} 不存在`)

/** Refuses what this institution has not downloaded under that code. */
export const checkDownloaded = (call: Call, one: Issued, code: string): void => {
  if (!code || downloadedBy(call.store, one.hi_rxno, call.institution.code) !== code)
    refuse(`【下载标识码 download_ide_code】处方 ${one.hi_rxno} 不是以此标识下载的`)
}

const stateNames = { 1: '有效', 2: '已失效', 3: '已撤销' } as const
const usedNames = { 1: '未使用', 2: '已使用', 3: '部分使用' } as const

/** Permits one 7203 of this institution; what was not used stays. */
const authorize = (call: Call, number: string): string => {
  const known = call.store.get(
    'select auth_rxno from rx_auth where hi_rxno = ? and fixmedins_code = ?',
    number,
    call.institution.code,
  )
  if (known) return String(known.auth_rxno)
  const auth = `A${call.institution.area}${String(call.store.next('rx-auth')).padStart(12, '0')}`
  call.store.run('insert into rx_auth values (?, ?, ?)', auth, number, call.institution.code)
  return auth
}

const headOf = (one: Issued, standing: Standing): Texts => ({
  ...{ hi_rxno: one.hi_rxno, fixmedins_code: one.data.hospital.code, fixmedins_name: one.data.hospital.name },
  ...{ prsc_dept_name: one.data.department, prsc_dr_name: one.data.doctor, prsc_time: one.issued_at },
  ...{ vali_end_time: one.valid_end, rx_type_code: one.data.type, rx_exra_attr_code: one.data.attribute },
  ...{ rx_stas_codg: standing.state, rx_stas_name: stateNames[standing.state] },
  ...{ rx_used_stas_codg: standing.used, rx_used_stas_name: usedNames[standing.used] },
  ...{ rept_flag: one.data.repeat.most > 1 ? '1' : '0', max_rept_cnt: String(one.data.repeat.most) },
  ...{ reptd_cnt: String(standing.uses), min_inrv_days: String(one.data.repeat.interval) },
})

const rowOf = (call: Call, one: Issued): Texts => {
  const standing = standingOf(call.store, one, call.now)
  const { code } = call.institution
  const other = keptFor(standing, call.now)
  const usable = !whyNot(one, standing) && (!other || other === code)
  const by = standing.verdict?.fixmedins_code ?? ''
  return {
    ...headOf(one, standing),
    auth_rxno: usable ? authorize(call, one.hi_rxno) : '',
    ...{ drug_kind_cnt: String(one.data.drugs.length), psn_name: personBy('psnNo', one.psn_no)!.name },
    ...{ chk_fixmedins_code: by, chk_fixmedins_name: institutionOf(by)?.name ?? '' },
    ...{ rx_chk_stas_codg: standing.verdict?.stas ?? '', setl_id: dispensedOf(call.store, one.hi_rxno) },
  }
}

const asked = (call: Call, given: Texts): Issued[] => {
  const since = dateTime(call.now - SHOWN_MS)
  if (given.ec_token) {
    const person = readerOf(call, given.ec_token)
    ensureDemo(call.store, person, call.now)
    const theirs = issuedTo(call.store, person.psnNo, since)
    return given.hi_rxno ? theirs.filter(({ hi_rxno }) => hi_rxno === given.hi_rxno) : theirs
  }
  if (given.push_flag === '1')
    return pushedTo(call.store, call.institution.code, since).filter((one) => {
      const standing = standingOf(call.store, one, call.now)
      return !whyNot(one, standing) && !standing.verdict
    })
  if (!given.hi_rxno) return refuse('【电子凭证令牌 ec_token】【医保处方编号 hi_rxno】不能都为空')
  const one = issuedOf(call, given.hi_rxno)
  checkDownloaded(call, one, given.download_ide_code!)
  return [one]
}

/** 7202 电子处方查询: a person's by his token, one that was downloaded here, or those sent to this pharmacy. */
export const prescriptions: Handler = (call) => {
  checkCirculation(call)
  return call.store.transaction(() => ({
    rxinfo: asked(call, textsOf(call, 'data')).map((one) => rowOf(call, one)),
  }))
}

/** 7203 电子处方下载: an authorization serves once; a pharmacy that downloads again gets the same code. */
export const downloadPrescription: Handler = (call) => {
  checkCirculation(call)
  const { hi_rxno, auth_rxno, ec_token } = textsOf(call, 'data')
  return call.store.transaction(() => {
    const one = issuedOf(call, hi_rxno!)
    const { code } = call.institution
    if (ec_token ? readerOf(call, ec_token).psnNo !== one.psn_no : one.push_to !== code)
      refuse(`处方 ${one.hi_rxno} 不是该参保人员的处方`)
    const auth = call.store.get('select hi_rxno, fixmedins_code from rx_auth where auth_rxno = ?', auth_rxno!)
    if (auth?.hi_rxno !== one.hi_rxno || auth.fixmedins_code !== code)
      refuse('【授权编号 auth_rxno】无效或已使用，请重新查询处方')
    const standing = standingOf(call.store, one, call.now)
    const why = whyNot(one, standing)
    if (why) refuse(why)
    checkNotTaken(one, standing, code, call.now)
    call.store.run('delete from rx_auth where auth_rxno = ?', auth_rxno!)
    const ide = downloadedBy(call.store, one.hi_rxno, code) ?? `D${randomBytes(12).toString('hex')}`
    call.store.run('insert or replace into rx_download values (?, ?, ?)', ide, one.hi_rxno, code)
    return wholeOf(call, one, standing, ide)
  })
}

const wholeOf = (call: Call, one: Issued, standing: Standing, ide: string): Record<string, Texts | Texts[]> => {
  const person = personBy('psnNo', one.psn_no)!
  const { data } = one
  return {
    rxinfo: {
      ...headOf(one, standing),
      ...{ download_ide_code: ide, long_rx_flag: data.days > 7 ? '1' : '0', vali_days: String(data.days) },
    },
    otpinfo: {
      ...{ psn_no: person.psnNo, psn_name: person.name, certno: person.certno, gend: person.gend },
      ...{ patn_age: age(person.brdy, call.now), maindiag_code: data.diagnosis.code },
      maindiag_name: data.diagnosis.name,
    },
    rxdetl: data.drugs.map((drug) => ({
      ...{ rx_item_type_code: drug.type, med_list_codg: drug.code, drug_genname: drug.name, drug_spec: drug.spec },
      ...{ drug_dosform: drug.form, prdr_name: drug.maker, drug_cnt: drug.count, drug_dosunt: drug.unit },
      ...{ medc_way_dscr: drug.way, sin_doscnt: drug.dose, sin_dosunt: drug.doseUnit, used_frqu_name: drug.frequency },
      ...{ medc_days: String(drug.days), otc_flag: drug.otc ? '1' : '0' },
    })),
  }
}

/** 7204 电子处方审核: one verdict stands; the same one again is no other. A yes keeps it for this pharmacy until midnight. */
export const tellVerdict: Handler = (call) => {
  checkCirculation(call)
  const given = textsOf(call, 'data')
  return call.store.transaction(() => {
    const one = issuedOf(call, given.hi_rxno!)
    checkDownloaded(call, one, given.download_ide_code!)
    const standing = standingOf(call.store, one, call.now)
    const { code } = call.institution
    const stas = given.rx_chk_stas_codg!
    const { verdict } = standing
    const same = verdict?.fixmedins_code === code && verdict.stas === stas
    if (!same) {
      const why = whyNot(one, standing)
      if (why) refuse(why)
      checkNotTaken(one, standing, code, call.now)
    }
    call.store.run(
      'insert or replace into rx_verdict values (?, ?, ?, ?, ?, ?)',
      ...[one.hi_rxno, standing.turn, code, stas, day(call.now), JSON.stringify(given)],
    )
    return { data: { hi_rxno: one.hi_rxno, rx_chk_stas_codg: stas } }
  })
}
