import { agentPorts } from '@yibao/shared/agent/protocol.ts'
import { useCallback } from 'react'
import { hrefOf } from '../state/place.ts'
import { connect, lastBase } from './link.ts'
import { cancelReading } from './run.ts'
import { refreshDevices, repairDrivers } from './start.ts'

/** The one action of each state (texts.ts), by name. */
export const useAgentActions = () =>
  useCallback(async (name: string): Promise<void> => {
    if (name === 'connect' || name === 'retry') await connect(true)
    else if (name === 'check') await refreshDevices()
    else if (name === 'repair') await repairDrivers()
    else if (name === 'cancelRead') cancelReading()
    else if (name === 'local') location.assign(`${lastBase() ?? `http://127.0.0.1:${agentPorts[0]}`}/app/`)
    else if (name === 'pair') open(`${lastBase()}/v1/setup`, '_blank', 'noreferrer')
    else if (name === 'window') open(location.href, '_blank', 'noreferrer')
    else if (name === 'install') location.assign(hrefOf('/install-init'))
    else if (name === 'secure') location.replace(location.href.replace(/^http:/, 'https:'))
  }, [])
