import { rx } from '@yibao/shared/calls/prescription.ts'
import { useCall } from '../../api/index.ts'
import { useCan } from '../../state/me.ts'
import { Lead } from './lead.tsx'
import { waitingText } from './look.ts'

/** Who waits for a pharmacist comes first: he stands at a counter (ux 7). */
export default function ReviewLead() {
  const can = useCan()
  const { data } = useCall(rx.waiting, can({ menuCode: 'RxOnlinePush' }) ? {} : null)
  const text = data && waitingText(data, new Date())
  return text ? <Lead to="/reconciliation/rx-online-push" menuCode="RxOnlinePush" text={text} /> : null
}
