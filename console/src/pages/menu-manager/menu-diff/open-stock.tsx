import { useEffect, useRef } from 'react'
import { type Dialogs, late, type Tools } from '../../../kit/index.ts'
import { useTabView } from '../../../state/tab.tsx'
import type { Question } from './stock-actions.ts'

const Stock = late(async () => ({ default: (await import('./stock.tsx')).Stock }))

/** Opens 进销存 over the page, narrowed to a question where one is asked. */
export const openStock = (dialogs: Dialogs, asked?: Question) =>
  dialogs.open<void>((done) => <Stock dialogs={dialogs} asked={asked} onClose={() => done()} />)

/** What an address may ask the drawer for: the tiles of the home page lead to it (dashboard/look.ts). */
const questions: Readonly<Record<string, Question>> = { person: { needs: 'person' }, refused: { state: 'refused' } }

/** Opens the drawer for an address that asks for it, `f.stock`, and takes that out of the address: it asked once. */
export const AskedStock = ({ tools }: { tools: Tools }) => {
  const [view, setView] = useTabView()
  const answered = useRef<string>(undefined)
  const { 'f.stock': asked, ...others } = view
  useEffect(() => {
    const again = answered.current === asked
    answered.current = asked
    if (!asked || again) return
    setView(others)
    void openStock(tools.dialogs, questions[asked])
  }, [asked])
  return null
}
