import type { Deps } from '../../call/context.ts'

/** Tells the open pages of a store's people that what its reconciliation lists say has changed. */
export const tellReconciled = ({ services }: Pick<Deps, 'services'>, storeId: string): void =>
  services.live.publish(`store:${storeId}`, 'reconciliation.changed', {})
