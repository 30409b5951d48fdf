import { lifeBegan } from '../database/life.ts'
import { keepUp } from '../database/upkeep.ts'
import { endLeftVisits } from '../domains/acceptance/visits.ts'
import { carryOutDue as carryOutApproved } from '../domains/approval/carry-out.ts'
import { expireWaiting } from '../domains/approval/expire.ts'
import { handBackLost } from '../domains/approval/hand-back.ts'
import { compareDue } from '../domains/catalogue/diff/due.ts'
import { turnLevels } from '../domains/catalogue/load/levels.ts'
import { resumeDownloads } from '../domains/catalogue/load/run.ts'
import { askSilent } from '../domains/centre-call/standing.ts'
import { followClaims } from '../domains/liquidation/follow.ts'
import { tellEnded } from '../domains/message/ended-runs.ts'
import { refreshCentres } from '../domains/plugin/centre.ts'
import { takePushed } from '../domains/prescription/circulation/pushed.ts'
import { tellDue } from '../domains/prescription/circulation/round.ts'
import { foldFunds } from '../domains/report/fold.ts'
import { beginDue } from '../domains/report/schedule/due.ts'
import { carryOutDue as deliverReports } from '../domains/report-delivery/carry-out.ts'
import { uploadDue } from '../domains/sale/round.ts'
import { soldParts } from '../domains/sale/sold-parts.ts'
import { writeSales } from '../domains/sale/write.ts'
import { voidForgotten } from '../domains/settlement/left-over.ts'
import { Recovery } from '../domains/settlement/recover/recover.ts'
import { announceUnknown } from '../domains/settlement/unknown-orders.ts'
import { stockDue } from '../domains/stock/round.ts'
import { endAbandoned } from '../domains/system/progress.ts'
import { sortVisits } from '../domains/visit/abandoned.ts'
import { type Job, job } from './job.ts'
import { nodes } from './nodes.ts'
import { reconcileNight, tellUntold } from './reconcile.ts'
import { slowSql } from './slow-sql.ts'
import { sweepOnce } from './sweep.ts'

const seconds = 1000
const minutes = 60 * seconds

/** Which centres did not answer just now: a process forgets it when it ends. */
const noneResting = () => new Map<string, number>()

/** Every job of a server node. */
export const jobs: readonly Job[] = [
  // Whoever watches a long piece of work hears that its process has ended, and whoever has left it what came of it.
  job('abandoned', (deps) => ({
    every: deps.config.recoveryEvery,
    work: [() => endAbandoned(deps), () => tellEnded(deps)],
  })),

  // Approved applications whose process was killed or whose result was unknown go on; what nobody judged ends; others may
  // judge what waits for somebody who may no longer.
  job('approvals', (deps, report) => ({
    every: deps.config.recoveryEvery,
    work: [() => carryOutApproved(deps, report), () => expireWaiting(deps), () => handBackLost(deps)],
  })),

  // Downloads whose process was killed; the classes that insurance gives from a new day on.
  job('catalogue', (deps) => {
    const given = new Map<string, string>()
    const work = [() => resumeDownloads(deps), () => turnLevels(deps, given)]
    return { every: deps.config.recoveryEvery, work }
  }),

  // What a new day or a download changes for the goods of stores that have compared them once (domain.md 8.5).
  job('compare', (deps, report) => ({ every: minutes, work: () => compareDue(deps, report) })),

  // Applications for a month's money are asked about until they are paid or revoked.
  job('claims', (deps, report) => ({ every: 10 * minutes, work: () => followClaims(deps, report) })),

  // How the centres answered, and how they stand.
  job('centreCalls', ({ services }) => ({
    ...{ every: 10 * seconds, last: true },
    work: [() => services.meter.flush(), () => services.watch.flush()],
  })),

  job('centreStores', ({ services }) => ({
    ...{ every: minutes, last: true },
    work: () => services.meter.flushStores(),
  })),

  // Whether a centre that does not answer is there again.
  job('centreSilent', (deps) => ({ every: 10 * seconds, work: () => askSilent(deps) })),

  // The list of changes that reports have to read beside the days stays short.
  job('fold', (deps) => ({ every: minutes, work: () => foldFunds(deps) })),

  // What the plugins of this node did, and that it lives.
  job('plugins', ({ services }) => ({
    ...{ every: 10 * seconds, leaving: true, last: true },
    work: () => services.plugins.flush(),
  })),

  nodes,

  // Verdicts and dispensings of downloaded prescriptions are told to the centres of signed-in stores (domain.md 7.5, 7.6),
  // and what hospitals sent to such a store is fetched.
  job('prescriptions', (deps, report) => {
    const resting = noneResting()
    return {
      every: 20 * seconds,
      work: [() => tellDue(deps, report, soldParts, resting), () => takePushed(deps, report)],
    }
  }),

  // Every night both sides' books of the day before are compared.
  job('reconcile', (deps, report) => ({
    every: 10 * minutes,
    work: [() => reconcileNight(deps, report), () => tellUntold(deps)],
  })),

  // Unknown settlements are made definite (DESIGN 7), without a round waiting for the centres; forgotten baskets become
  // void.
  job('recovery', (deps) => {
    const recovery = new Recovery(deps)
    const recover = async () => {
      await deps.services.leaps.look()
      // A standby may have taken over since: noted before anything asks, its life is no older than it is.
      await lifeBegan(deps)
      await recovery.round()
    }
    const work = [recover, () => voidForgotten(deps)]
    return { rounds: [{ every: deps.config.recoveryEvery, work }], end: () => recovery.stop() }
  }),

  // Reports whose time has come are made for their recipients, one after another (domain.md 8.12).
  job('reportSchedules', (deps, report) => ({
    every: 30 * seconds,
    work: [() => beginDue(deps, report), () => deliverReports(deps, report)],
  })),

  // People hear about results that stay unknown.
  job('unknown', (deps) => ({ every: minutes, work: () => announceUnknown(deps) })),

  // What was sold is written from the orders, and told to the centres of signed-in stores (domain.md 2.11).
  job('sales', (deps, report) => {
    const resting = noneResting()
    return {
      every: 20 * seconds,
      work: [() => writeSales(deps), () => uploadDue(deps, report, resting)],
    }
  }),

  // Visits in which nothing is sold any more are ended at their centres.
  job('visits', (deps, report) => {
    const resting = noneResting()
    return {
      every: 20 * seconds,
      work: [() => sortVisits(deps), () => endLeftVisits(deps, report, resting)],
    }
  }),

  // How often this node's calls and their caches were hit.
  job('serviceHits', ({ services }) => ({ every: 10 * seconds, last: true, work: () => services.hits.flush() })),

  // Centre connections that another node saved: also while this one leaves, what it still serves goes where its area says.
  job('settings', (deps) => ({ every: 5 * seconds, leaving: true, work: () => refreshCentres(deps) })),

  slowSql,

  // What is told of a store's stock besides its sales goes to the centres of signed-in stores (domain.md 2.11). Apart from
  // the sales: the many rows of a first stock take hold none of them up.
  job('stock', (deps, report) => {
    const resting = noneResting()
    return { every: 20 * seconds, work: () => stockDue(deps, report, resting) }
  }),

  job('sweep', (deps) => ({ every: 60 * minutes, work: () => sweepOnce(deps) })),

  // The embedded database has nobody else to do this; a PostgreSQL does it by itself.
  job('upkeep', ({ config, db }) => ({ every: 10 * minutes, work: async () => config.databaseUrl ?? keepUp(db) })),
]
