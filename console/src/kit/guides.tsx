import { useEffect, useState } from 'react'
import { callServer } from '../api/index.ts'
import styles from './guides.module.css'
import { LinkedText } from './linked-text.tsx'

interface Guide {
  id: string
  tips: string
  guide: string
}

/**
 * What the hint library knows about a message: its meaning and what to do; nothing where it knows nothing. `infno`: the
 * transaction that said it, where one did.
 */
export const Guides = ({ message, infno }: { message: string; infno?: string }) => {
  const [guides, setGuides] = useState<Guide[]>([])
  useEffect(() => {
    let shown = true
    setGuides([])
    const look = async () => {
      // Only who is told something needs the contract.
      const { hintMessage } = await import('@yibao/shared/calls/hint.ts')
      const found = await callServer(
        hintMessage.getGuideListByMsg,
        { message: message.slice(0, 2000), infno },
        { silent: true },
      )
      if (shown) setGuides(found)
    }
    // The message itself has been said; advice is an extra.
    if (message) look().catch(() => undefined)
    return () => {
      shown = false
    }
  }, [message, infno])
  if (!guides.length) return null
  return (
    <dl className={styles.guides}>
      {guides.map(({ id, tips, guide }) => (
        <div key={id}>
          <dt>{tips}</dt>
          <dd>
            <LinkedText text={guide} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
