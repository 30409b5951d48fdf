import { card } from '@yibao/shared/calls/card.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { useCall } from '../../api/index.ts'
import { rememberedRead } from './look.ts'

/** Offers whoever was read last in this browser, while his reading lasts: to be said by whoever sees the customer. */
export const StillHe = ({ onConfirm }: { onConfirm: (readId: string) => void }) => {
  const [readId] = useState(rememberedRead)
  const person = useCall(card.followCacheGetCardInfo, readId ? { readId } : null)
  if (!person.data) return null
  return <Button onClick={() => onConfirm(readId)}>仍为 {person.data.maskedName}？</Button>
}
