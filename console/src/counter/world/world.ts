import type { EffectName, EffectOf } from '../flow/effects.ts'
import type { CounterEvent } from '../flow/events.ts'

export type Dispatch = (event: CounterEvent) => void

/** Who carries out effects: one function each. */
export type WorldOf<N extends EffectName> = { [K in N]: (effect: EffectOf<K>) => unknown }
