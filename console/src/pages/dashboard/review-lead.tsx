import { rxWaiting } from '@yibao/shared/calls/prescription-waiting.ts'
import { useCall } from '../../api/index.ts'
import { Lead } from './lead.tsx'
import { waitingText } from './look.ts'

/** Of who may review: who waits for a pharmacist comes first, he stands at a counter (ux 7). */
export const ReviewLead = () => {
  const { data } = useCall(rxWaiting.waiting, {})
  const text = data && waitingText(data, new Date())
  return text ? <Lead to="/reconciliation/rx-online-push" menuCode="RxOnlinePush" text={text} /> : null
}
