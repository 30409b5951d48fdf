import { balanceWords } from '../../filing/balance.ts'
import { dueText } from '../../filing/look.ts'
import type { Disease } from '../flow/model.ts'

/** Of the chosen disease: when its filing ends, and what is known to be left, used and allowed. */
export const DiseaseBalance = ({ disease }: { disease: Disease }) => {
  const words = balanceWords(disease).reverse().join(' · ')
  const due = disease.endsIn === undefined ? '' : dueText(disease.endsIn)
  if (!words && !due) return null
  return (
    <small title={[due, words].filter(Boolean).join(' · ')}>
      {due && <b>{due} </b>}
      {words}
    </small>
  )
}
