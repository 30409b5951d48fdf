import type { Answer } from './answer.ts'
import type { Switches } from './switches.ts'

type Simulated = (text: (param: string) => string, switches: Switches, number: (param: string) => number) => Answer

/** A device in JavaScript with the functions of a vendor's library; it runs in a host process like one. */
export type Simulator = (dataDir: string) => Record<string, Simulated>
