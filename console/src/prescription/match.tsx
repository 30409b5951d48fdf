import { rx } from '@yibao/shared/calls/prescription.ts'
import { callServer } from '../api/index.ts'
import { type Dialogs, late } from '../kit/index.ts'
import type { RxDetail } from './look.ts'

const MatchDialog = late(() => import('./match-dialog.tsx'))

/** A person says which goods of the shop the lines of a downloaded prescription mean; answers it as it is then. */
export const matchGoods = async (
  dialogs: Dialogs,
  { id }: { id: string },
  atCounter: boolean,
): Promise<RxDetail | undefined> => {
  const one = await callServer(rx.get, { id })
  return dialogs.open<RxDetail>((done) => <MatchDialog {...{ one, atCounter }} onClose={done} />)
}
