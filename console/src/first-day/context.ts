import { useMemo } from 'react'
import { type DeviceHandle, useDevice } from '../agent/index.ts'
import type { FlowStep, StepTools } from '../kit/index.ts'

/** What the checks of the first day work with. */
export interface FirstDay {
  device: DeviceHandle
}

export type Tools = StepTools<FirstDay>
export type Step = FlowStep<FirstDay>
export type Check = Step['check']

/** What the steps of a first day work with: the devices of this PC. */
export const useFirstDay = (): FirstDay => {
  const device = useDevice()
  return useMemo(() => ({ device }), [device])
}
