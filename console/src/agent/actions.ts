import { useCallback } from 'react'
import { connect } from './link.ts'
import { refreshDevices, repairDrivers } from './start.ts'

/** The one action of each state (texts.ts), by name. */
export const useAgentActions = () =>
  useCallback(async (name: string): Promise<void> => {
    if (name === 'connect' || name === 'retry') await connect(true)
    else if (name === 'check') await refreshDevices()
    else if (name === 'repair') await repairDrivers()
    else if (name === 'secure') location.replace(location.href.replace(/^http:/, 'https:'))
  }, [])
