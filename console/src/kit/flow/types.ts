import type { Schema } from '@yibao/shared/field.ts'
import type { ReactNode } from 'react'
import type { Dialogs } from '../dialog-kinds.ts'
import type { Shape } from '../fields.ts'

export type Values = Record<string, unknown>

/** What a check found when it went well. `warn` = usable, but somebody should look at it. */
export interface Outcome {
  text: string
  /** What was looked at, for the eye: label and value. Never a card or identity number. */
  rows?: readonly (readonly [label: string, value: string])[]
  warn?: true
  /** What later steps need to know of this one. Kept on this PC: never a secret, never a person's data. */
  facts?: Record<string, string>
}

/** A failure a person can act on: what happened, what it means, what to do next (ux 8). */
export interface Problem {
  what: string
  meaning: string
  next: string
  /** The step whose outcome has to change first. */
  back?: string
}

/** A question to the person in the middle of a check. */
export type Question =
  | { kind: 'choose'; text: string; options: readonly { value: string; text: string }[] }
  | { kind: 'enter'; text: string; field: Schema; hint?: string; link?: { text: string; href: string }; okText: string }

/** What a check works with; `C` is what the flow's own `use` hook gives. */
export interface StepTools<C> {
  context: C
  values: Values
  /** Facts of another step, {} while it has none. */
  facts: (step: string) => Record<string, string>
  /** What is being done, and how far, 0-100. */
  say: (text: string, percent?: number) => void
  /** Rejects when the person leaves the step. */
  ask: (question: Question) => Promise<string>
  /** A dialog of its own: a sheet to bring in, a secret to show once. */
  dialogs: Dialogs
  /** Values for later steps that live in this window only: they are gone after a reload, and never stored. */
  memory: Map<string, string>
  signal: AbortSignal
}

export interface FlowStep<C> {
  key: string
  title: string
  /** What this step is for, one sentence. */
  purpose: string
  /** What the person does. */
  task: ReactNode
  /** What checking again changes and what stays: told once the step has passed, when it can be asked for. */
  again?: string
  /** Verb and object of the one button: 检查网络. */
  action: string
  fields?: Shape
  /** What the fields hold at first. */
  initial?: Values
  check: (tools: StepTools<C>) => Promise<Outcome>
  /** Steps that must be passed first. */
  needs?: readonly string[]
  /** Takes back what the step did and answers what happened; undefined when the person would not. */
  undo?: { text: string; run: (tools: StepTools<C>) => Promise<string | undefined> }
  /** The step may be left out: the button's words. With a reason it is asked for and kept in the log. */
  skip?: {
    text: string
    reason?: boolean
    /** Asks whoever may allow it; undefined when nobody did. */
    allow?: (context: C, dialogs: Dialogs) => Promise<Values | undefined>
  }
}

export interface KeptStep {
  state: 'done' | 'warn' | 'skipped'
  text: string
}

/** Where a flow's state is kept instead of this PC: the server of a store's set-up. */
export interface FlowRemote<C> {
  /** `closed`: there is nothing to do, and why. */
  load: (context: C) => Promise<{ steps: Record<string, KeptStep>; closed?: string }>
  skip: (context: C, step: string, reason: string, allowed: Values) => Promise<void>
}

/** What came of a step, for what is done with all of them at the end. */
export interface StepResult {
  key: string
  title: string
  state: string
  text: string
  facts: Record<string, string>
}

/** What is done with the results of a finished flow; answers how that went. */
type Closing<C> = (context: C, results: readonly StepResult[]) => Promise<string>

export interface FlowFinish<C> {
  title: string
  text: string
  action: string
  run: (context: C) => void | Promise<void>
  /** Keeps the results elsewhere, by itself as soon as they are shown. */
  keep?: Closing<C>
  /** Hands them out on paper, when asked to. */
  print?: { text: string; run: Closing<C> }
}

export interface FlowSpec<C> {
  /** Name of the kept state and of the log's file. */
  id: string
  title: string
  intro: string
  steps: readonly FlowStep<C>[]
  /** Hook that gives the checks what they work with. */
  use: () => C
  /** Absent: a set of tools, in any order and without an end. */
  finish?: FlowFinish<C>
  remote?: FlowRemote<C>
  /** The address says which step is open: index from 0. */
  startAt?: () => number | undefined
}

/** A failure that says what it means and what to do. */
export class FlowProblem extends Error {
  readonly problem: Problem

  constructor(problem: Problem) {
    super(problem.what)
    this.name = 'FlowProblem'
    this.problem = problem
  }
}
