import type { ResultOf } from '@yibao/shared/call.ts'
import type { report } from '@yibao/shared/calls/dashboard.ts'
import { Lead } from './lead.tsx'

type Home = ResultOf<typeof report.dashboard>
export type Ending = Pick<Home, 'endingPharmacists' | 'endingSpecialDrugs' | 'endingDesignations' | 'caEnds'>

/** What ends within 30 days, each with the list of it. */
export const Endings = ({ endingPharmacists = 0, endingSpecialDrugs = 0, endingDesignations = 0, caEnds }: Ending) => (
  <>
    {endingPharmacists > 0 && (
      <Lead
        to="/basic-data/insurance-menu?f.due=soon&f.category=3"
        menuCode="InsuranceMenu"
        text={`看 ${endingPharmacists} 位 30 天内到期药师`}
      />
    )}
    {endingSpecialDrugs > 0 && (
      <Lead
        to="/record-manager/special-medical-menu?f.due=soon"
        menuCode="SpecialMedicalMenu"
        text={`看 ${endingSpecialDrugs} 条 30 天内到期特药备案`}
      />
    )}
    {endingDesignations > 0 && (
      <Lead
        to="/record-manager/personnel-fixed-filling?f.due=soon"
        menuCode="PersonnelFixedFilling"
        text={`看 ${endingDesignations} 条 30 天内到期定点备案`}
      />
    )}
    {caEnds && (
      <Lead
        to="/system-manager/medical-security-config"
        menuCode="MedicalSecurityConfig"
        text={`中心证书 ${caEnds} 到期，去更换`}
      />
    )}
  </>
)
