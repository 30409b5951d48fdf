import { dataRole } from '@yibao/shared/calls/data-role.ts'
import type { ReactNode } from 'react'
import { callServer } from '../api/index.ts'
import { type Dialogs, late } from '../kit/index.ts'
import { followPlaces, placeNodes, placesOfTicks, placeTicks } from './places.ts'

const RightsDialog = late(async () => ({ default: (await import('./rights.tsx')).RightsDialog }))

interface Options {
  title: string
  intro?: ReactNode
  /** The roles whose places are ticked at first. */
  roleIds: string[]
  /** Gets what is ticked, and the mark of what was before (`seen`); absent: only looked at. */
  save?: (places: ReturnType<typeof placesOfTicks>, seen: string) => Promise<unknown>
}

/** The areas, companies and stores of data roles, to tick; whether they were saved, when the dialog is closed. */
export const openScope = async (dialogs: Dialogs, { title, intro, roleIds, save }: Options): Promise<boolean> => {
  const ask = () => callServer(dataRole.getDataTreeByRoles, { roleIds })
  const ticked = ({ checkedKeys, mark }: Awaited<ReturnType<typeof ask>>) => ({ ticks: placeTicks(checkedKeys), mark })
  const answer = await ask()
  const { nodes } = answer
  const saved = await dialogs.open<boolean>((done) => (
    <RightsDialog
      title={title}
      intro={intro}
      nodes={placeNodes(nodes)}
      opened={ticked(answer)}
      read={async () => ticked(await ask())}
      onSave={save && ((ticks, seen) => save(placesOfTicks(nodes, ticks), seen))}
      follow={followPlaces(nodes)}
      onClose={done}
    />
  ))
  return saved === true
}
