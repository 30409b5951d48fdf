import { auth } from '@yibao/shared/calls/auth.ts'
import { callServer } from '../api/index.ts'
import { hrefOf } from '../state/place.ts'
import { forgetView } from '../state/storage.ts'

/** Closes this window of a view; one that the browser does not close becomes an ordinary one. */
const leaveView = (): void => {
  forgetView()
  close()
  location.replace(hrefOf('/'))
}

/** 结束查看. A server that does not answer ends it by its time. */
export const endView = async (): Promise<void> => {
  await callServer(auth.endView, {}, { silent: true }).catch(() => undefined)
  leaveView()
}
