import { AreasSelect } from './area-select.tsx'
import { checkAudience } from './audience-check.ts'
import { StoresSelect } from './store-select.tsx'

/** The part of a form that says whom something is for: everybody, areas or stores (`scope`, `areas`, `stores`). */
export const audience = {
  inputs: { areas: AreasSelect, stores: StoresSelect },
  asked: {
    areas: ({ scope }: Record<string, unknown>) => scope === 'areas',
    stores: ({ scope }: Record<string, unknown>) => scope === 'stores',
  },
  check: checkAudience,
}
