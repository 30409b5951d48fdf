import type { Deps } from '../../call/context.ts'

/** Tells the open pages of an area's people that its codes have other names, or are others. */
export const tellDictionary = ({ services }: Pick<Deps, 'services'>, areaCode: string): void =>
  services.live.publish(`area:${areaCode}`, 'dictionary.changed', {})
