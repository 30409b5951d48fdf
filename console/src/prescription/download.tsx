import { ui } from '../api/ui.ts'
import { type Dialogs, late } from '../kit/index.ts'
import { matchGoods } from './match.tsx'

const DownloadDialog = late(() => import('./download-dialog.tsx'))

/** Downloads an electronic prescription; what has no goods of the shop is asked for at once. */
export const downloadRx = async (dialogs: Dialogs): Promise<void> => {
  const one = await dialogs.open<{ id: string; number: string; open: boolean } | undefined>((done) => (
    <DownloadDialog onClose={done} />
  ))
  if (!one) return
  ui().success(`处方 ${one.number} 已下载，待药师审核`)
  if (one.open) await matchGoods(dialogs, one, false)
}
