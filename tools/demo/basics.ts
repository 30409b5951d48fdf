import { progress } from '@yibao/shared/calls/base.ts'
import { catalogueMenu, disease } from '@yibao/shared/calls/catalogue-menu.ts'
import { clearScore } from '@yibao/shared/calls/clear-score.ts'
import { liquidation } from '@yibao/shared/calls/liquidation.ts'
import { menuDiff } from '@yibao/shared/calls/menu-diff.ts'
import { department, doctor, insPractitioner } from '@yibao/shared/calls/staff.ts'
import type { Api } from '../api.ts'

/** Waits for a long piece of work; throws with its text when it could not be done. */
export const ended = async (api: Api, { progressId }: { progressId: string }): Promise<void> => {
  for (;;) {
    const now = await api.ok(progress.percentage, { progressId })
    if (now.error) throw new Error(now.error)
    if (now.finished) return
    await new Promise((again) => setTimeout(again, 100))
  }
}

/** Who works in an area's shops and in which departments, as its centre has it. */
export const takeStaff = async (manager: Api): Promise<void> => {
  for (const call of [doctor.updateDoctorByOnce, insPractitioner.syncMedicalStaffs, department.sync])
    await ended(manager, await manager.ok(call))
}

/** An area's catalogues of drugs and diseases, and what its shops sell beside them. */
export const takeCatalogues = async (manager: Api): Promise<void> => {
  for (const call of [catalogueMenu.downloadCatalogue, disease.downloadDisease, menuDiff.recompute])
    await ended(manager, await manager.ok(call))
}

/** What a centre says of a month that is applied for: settlements of people insured elsewhere, and the money's state. */
export const askAfter = async (manager: Api, month: string): Promise<void> => {
  await ended(manager, await manager.ok(clearScore.extract, { month }))
  await ended(manager, await manager.ok(liquidation.pull, { from: month, to: month }))
}
