import { dateTimeText } from './china-time.ts'
import { sameCity } from './city.ts'
import type { Sender } from './operation.ts'
import type { CentreProfile } from './profile.ts'

/** One message to be sent. `input` holds the named nodes. */
export interface CentreCall {
  infno: string
  msgid: string
  sender: Sender
  input: object
  at: Date
}

/** Whether the insured area is another city than the centre's. */
export const isOutOfArea = (profile: CentreProfile, sender: Sender): boolean =>
  !!sender.insuplcAdmdvs && !sameCity(sender.insuplcAdmdvs, profile.area)

/** The 18 fields of the request envelope in table order (domain.md 1.2). The institution's name is cut to its 20. */
export const envelopeOf = (
  profile: CentreProfile,
  { infno, msgid, sender, input, at }: CentreCall,
  infver: string = profile.infver,
) => ({
  infno,
  msgid,
  mdtrtarea_admvs: profile.area,
  insuplc_admdvs: sender.insuplcAdmdvs ?? '',
  recer_sys_code: profile.recerSysCode,
  dev_no: '',
  dev_safe_info: '',
  cainfo: '',
  signtype: '',
  infver,
  opter_type: sender.opterType,
  opter: sender.opter,
  opter_name: sender.opterName,
  inf_time: dateTimeText(at),
  fixmedins_code: sender.fixmedinsCode,
  fixmedins_name: [...sender.fixmedinsName].slice(0, 20).join(''),
  sign_no: sender.signNo,
  input,
})
