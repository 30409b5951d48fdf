import type { InputOf } from '@yibao/shared/call.ts'
import { Button } from 'antd'
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

/** Stands for all places: their list is shown. */
export const everyPlace = ''

/** The places that have options of their own, as nodes, and how reading them stands. */
export const usePlaces = (places: Props['places']) => {
  const answer = useCall(places.call, {} as InputOf<typeof places.call>)
  const all = useMemo(() => (answer.data ? places.nodes(answer.data as never) : []), [answer.data, places])
  return { answer, all }
}

/** The places that have options of their own; the first one is shown until another is chosen. */
export const Places = ({ places, chosen, onChoose }: Props) => {
  const { answer, all } = usePlaces(places)
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
      chosen={chosen === everyPlace ? undefined : chosen}
      onChoose={(key) => key !== undefined && onChoose(key)}
      empty={places.empty}
      extra={
        places.list && (
          <Button type="link" size="small" disabled={chosen === everyPlace} onClick={() => onChoose(everyPlace)}>
            一览
          </Button>
        )
      }
    />
  )
}
