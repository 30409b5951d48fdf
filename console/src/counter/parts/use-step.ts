import { useEffect, useState } from 'react'
import type { Counter } from '../flow/state.ts'
import { useCounter } from './store-context.ts'

export type StepId = 'person' | 'basket' | 'money'

/** The step a narrow screen shows by itself: the first one that lacks something. */
const naturalStep = ({ person, cleared, lines, priced, phase }: Counter): StepId => {
  if (phase !== 'open' && phase !== 'refused') return 'money'
  if (priced?.fresh) return 'money'
  if (!person || cleared) return lines.length > 0 ? 'basket' : 'person'
  return 'basket'
}

/** Below 992 px one step is shown at a time; a hand may look at another one until the purchase moves on (ux 2.8). */
export const useStep = (): [StepId, (step: StepId) => void] => {
  const natural = naturalStep(useCounter())
  const [step, setStep] = useState<StepId>(natural)
  useEffect(() => setStep(natural), [natural])
  return [step, setStep]
}
