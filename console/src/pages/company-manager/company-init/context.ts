import { useCallback, useMemo, useState } from 'react'
import type { FlowStep, StepTools } from '../../../kit/index.ts'
import { pcShelf } from '../../../state/storage.ts'

/** What the steps work with: which round this is, and how the next one begins. */
export interface Opening {
  round: string
  again: () => void
}

export type Tools = StepTools<Opening>
export type Step = FlowStep<Opening>
export type Check = Step['check']

const key = 'yibao.company-init.round'

/** Each company is a round of its own, so that the next one begins with an empty wizard. */
export const useOpening = (): Opening => {
  const [round, setRound] = useState(() => pcShelf.getItem(key) ?? '1')
  const again = useCallback(() => {
    const next = String(Number(round) + 1)
    pcShelf.setItem(key, next)
    setRound(next)
  }, [round])
  return useMemo(() => ({ round, again }), [round, again])
}
