import { auth } from '@yibao/shared/calls/auth.ts'
import { ybConfig } from '@yibao/shared/calls/base.ts'
import { lazy, Suspense, useEffect } from 'react'
import { callServer } from '../../api/index.ts'
import { areaOptions } from '../../organisation/areas.ts'
import { go } from '../../state/go.ts'
import type { SessionMe } from '../../state/me.ts'
import { saveLogin } from '../../state/session.ts'
import { useTabs } from '../../state/tab-store.ts'
import { homeId } from '../../state/tabs.ts'
import { Beside } from '../beside.tsx'
import { untilRead } from '../until-read.ts'
import { closeAreaDialog, openAreaDialog, useAreaDialog, workWithoutArea } from './area-store.ts'

const AreaDialog = lazy(() => untilRead(async () => (await import('./area-dialog.tsx')).AreaDialog))

/** An administrator who has not chosen an area yet: pages would show what is replaced in a moment. */
export const lacksArea = ({ isAdminUser, user }: SessionMe): boolean => isAdminUser && !user.medicalAreaCode

/** Where the first areas of a new platform are opened. */
const firstPage = '/company-manager/company-init'

/**
 * Rule of SPEC 4 when the layout appears: an administrator without an area picks one; a single one is taken by itself.
 * Where there is none at all, the super administrator is led to where they are opened.
 */
export const AreaGate = ({ me }: { me: SessionMe }) => {
  const { open } = useAreaDialog()
  const missing = lacksArea(me)
  useEffect(() => {
    if (!missing) return
    const settle = async () => {
      const { medicalAreas } = await callServer(ybConfig.pullUserMedicalAreas, {})
      const options = areaOptions(medicalAreas)
      if (!options.length && me.isSuperAdmin) {
        workWithoutArea()
        if (useTabs.getState().active === homeId) go(firstPage)
        return
      }
      if (options.length !== 1) return openAreaDialog()
      saveLogin(await callServer(auth.refreshToken, { medicalAreaCode: options[0]!.value }))
      location.reload()
    }
    // The dialog reads the areas again, and says what is wrong.
    settle().catch(openAreaDialog)
  }, [missing, me])
  return (
    <Beside open={open} close={closeAreaDialog}>
      <Suspense fallback={null}>{open && <AreaDialog required={missing} current={me.user.medicalAreaCode} />}</Suspense>
    </Beside>
  )
}
