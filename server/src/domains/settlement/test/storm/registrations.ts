import { outpatient } from '@yibao/shared/calls/outpatient.ts'
import type { Till } from './till.ts'

// What stands at the centre of 2201 to 2204 once everything is over.

export interface Registrations {
  /** How many were made, and how many of them 2202 ended. */
  made: number
  cancelled: number
  /** mdtrt_id of those that stand unsettled and that 门诊异常管理 does not know. */
  unlisted: string[]
  /** Of the same, those that 2201 made and nothing more was said of: their answer was lost. */
  lost: number
}

const listed = async (till: Till, mdtrtId: string): Promise<boolean> => {
  const { total } = await till.insist(() => till.client.send(outpatient.paged, { keyword: mdtrtId }))
  return total > 0
}

const look = async (till: Till): Promise<Registrations> => {
  const rows = await till.centre.visits(till.store.fixmedinsCode)
  const stand = rows.filter(({ cancelled, setl_id }) => !cancelled && !setl_id)
  const strange: typeof rows = []
  for (const one of stand) if (!(await listed(till, one.mdtrt_id))) strange.push(one)
  const known = strange.filter(({ described, lines }) => described || lines > 0)
  return {
    ...{ made: rows.length, cancelled: rows.filter(({ cancelled }) => cancelled).length },
    ...{ unlisted: known.map(({ mdtrt_id }) => mdtrt_id), lost: strange.length - known.length },
  }
}

/** Waits until the rounds of the job have ended or given up what was left: it comes every 20 s. ms */
export const registrationsOf = async (till: Till, patience = 300_000): Promise<Registrations> => {
  const until = Date.now() + patience
  for (;;) {
    const found = await look(till)
    if (!found.unlisted.length || Date.now() > until) return found
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}
