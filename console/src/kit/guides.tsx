import { useEffect, useState } from 'react'
import { callServer } from '../api/index.ts'
import styles from './guides.module.css'
import { LinkedText } from './linked-text.tsx'

interface Guide {
  id: string
  tips: string
  guide: string
}

/** The most that the library is asked about (HintMessage/GetGuideListByMsg). */
const longest = 2000

/** What the hint library knows about a message; none where it knows nothing or cannot be asked. */
export const guidesOf = async (message: string, infno?: string): Promise<Guide[]> => {
  try {
    // Only who is told something needs the contract.
    const { hintMessage } = await import('@yibao/shared/calls/hint.ts')
    const asked = { message: message.slice(0, longest), infno }
    return await callServer(hintMessage.getGuideListByMsg, asked, { silent: true })
  } catch {
    // The message itself has been said; advice is an extra.
    return []
  }
}

/** What the hint library says of a message, with links that lead on. */
export const GuideList = ({ guides }: { guides: readonly Guide[] }) =>
  guides.length > 0 && (
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

/**
 * What the hint library knows about a message: its meaning and what to do; nothing where it knows nothing. `infno`: the
 * transaction that said it, where one did.
 */
export const Guides = ({ message, infno }: { message: string; infno?: string }) => {
  const [guides, setGuides] = useState<Guide[]>([])
  useEffect(() => {
    let shown = true
    setGuides([])
    if (message) void guidesOf(message, infno).then((found) => shown && setGuides(found))
    return () => {
      shown = false
    }
  }, [message, infno])
  return <GuideList guides={guides} />
}
