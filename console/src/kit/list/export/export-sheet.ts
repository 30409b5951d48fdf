import type { InputOf } from '@yibao/shared/call.ts'
import { exporting } from '@yibao/shared/calls/transfer.ts'
import { callServer, download } from '../../../api/index.ts'
import type { Dialogs } from '../../dialog-kinds.ts'

/** Makes a sheet of what a list's question finds: its bytes arrive while the progress dialog counts the rows. */
export const exportSheet = async (input: InputOf<typeof exporting.create>, dialogs: Dialogs): Promise<void> => {
  const { exportId, progressId } = await callServer(exporting.create, input)
  const file = download(exporting.file, { exportId })
  const stop = () => callServer(exporting.stop, { exportId })
  await Promise.all([dialogs.progress({ title: `导出${input.title}`, progressId, stop }), file])
}
