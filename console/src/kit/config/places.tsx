import type { InputOf } from '@yibao/shared/call.ts'
import { useEffect, useMemo } from 'react'
import { useCall } from '../../api/index.ts'
import { SideTree } from '../tree/side-tree.tsx'
import own from './config.module.css'
import type { ConfigSpec } from './types.ts'

interface Props {
  places: NonNullable<ConfigSpec['places']>
  chosen: string | undefined
  onChoose: (key: string) => void
}

/** The places that have options of their own; the first one is shown until another is chosen. */
export const Places = ({ places, chosen, onChoose }: Props) => {
  const answer = useCall(places.call, {} as InputOf<typeof places.call>)
  const all = useMemo(() => (answer.data ? places.nodes(answer.data as never) : []), [answer.data, places])
  const first = all[0]?.key
  useEffect(() => {
    if (chosen === undefined && first !== undefined) onChoose(first)
  }, [chosen, first])
  return (
    <SideTree
      className={own.places}
      title={places.title}
      nodes={all}
      answer={answer}
      chosen={chosen}
      onChoose={(key) => key !== undefined && onChoose(key)}
      empty={places.empty}
    />
  )
}
