import { dataRole } from '@yibao/shared/calls/data-role.ts'
import type { ReactNode } from 'react'
import { callServer } from '../api/index.ts'
import type { Dialogs } from '../kit/index.ts'
import { placesOfKeys } from './places.ts'
import { organNodes, RightsDialog } from './rights.tsx'

interface Options {
  title: string
  intro?: ReactNode
  /** The roles whose places are ticked at first. */
  roleIds: string[]
  /** Gets what is ticked; absent: only looked at. */
  save?: (places: ReturnType<typeof placesOfKeys>) => Promise<unknown>
}

/** The areas, companies and stores of data roles, to tick; ends when the dialog is closed. */
export const openScope = async (dialogs: Dialogs, { title, intro, roleIds, save }: Options): Promise<void> => {
  const { nodes, checkedKeys } = await callServer(dataRole.getDataTreeByRoles, { roleIds })
  await dialogs.open<boolean>((done) => (
    <RightsDialog
      title={title}
      intro={intro}
      nodes={organNodes(nodes)}
      checked={checkedKeys}
      onSave={save && ((keys) => save(placesOfKeys(nodes, keys)))}
      onClose={done}
    />
  ))
}
