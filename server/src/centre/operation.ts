import type { Json } from './json.ts'
import type { CentreProfile } from './profile.ts'

/** Who speaks: the institution, the operator at the counter and the insured person's area. */
export interface Sender {
  fixmedinsCode: string
  fixmedinsName: string
  opter: string
  opterName: string
  /** 1 operator, 2 self-service terminal, 3 mobile terminal. */
  opterType: string
  /** Of 9001; '' for 9001 itself. */
  signNo: string
  /** Insured area from 1101; needed as soon as the input carries psn_no. */
  insuplcAdmdvs?: string
}

/** The header of one message: who, under which number, when. */
export interface Header {
  msgid: string
  sender: Sender
  at: Date
}

/** What an input may depend on besides its arguments. */
export interface InputContext {
  profile: CentreProfile
  sender: Sender
  /** The insured person's city is another than the centre's. */
  outOfArea: boolean
}

/**
 * One transaction of the national interface: how typed arguments become its input and its output a typed result.
 * `read` gives undefined when an answer lacks what makes it usable (its keys): the outcome is then unknown.
 */
export interface Operation<Args, Result> {
  infno: string
  title: string
  input(args: Args, context: InputContext): Record<string, unknown>
  read(output: Json, profile: CentreProfile): Result | undefined
}
