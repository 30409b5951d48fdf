import { Alert } from 'antd'
import type { ComponentType } from 'react'
import { useCall } from '../api/index.ts'
import type { FilingCalls } from './types.ts'

/** Why the asker's area takes no such filings, and where they are made instead. */
export const noteOf = (call: FilingCalls['standing']) =>
  function Note() {
    const { data } = useCall(call, {})
    return data ? <Alert type="warning" showIcon title={data.note} /> : null
  }

/**
 * One of two lists, by whether the asker's area takes such filings at all: its edition, or its 医保配置, may not. Until that
 * is known, and where it cannot be, the list is as everywhere: the server refuses what the area does not take.
 */
export const byStanding = (call: FilingCalls['standing'], Taken: ComponentType, Shut: ComponentType): ComponentType =>
  function Standing() {
    const { data } = useCall(call, {})
    return data && !data.taken ? <Shut /> : <Taken />
  }
