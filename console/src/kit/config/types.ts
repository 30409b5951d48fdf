import type { Call, ResultOf } from '@yibao/shared/call.ts'
import type { ComponentType } from 'react'
import type { Shape } from '../fields.ts'
import type { TreeNode } from '../tree/nodes.ts'

/** A settings page as data: its options, their layout and their values come from the server (ADD-A-PAGE). */
export interface ConfigSpec<P extends Call = Call> {
  /** Title, kind and limits of every option, by key. */
  fields: Shape
  /** How options are grouped, with their explanations (entities/config.ts configLayout). */
  layout: Call
  /** What holds where it comes from, and the revision a save must name (configState). */
  options: Call
  /** Takes {revision, values, reset}; an older revision is refused with the key config.changed. */
  save: Call
  /** Who changed what (a page of configChange). */
  history: Call
  /** Options that are files: brought with their key, taken away by the id of their value. */
  files?: { upload: Call; remove: Call }
  /** Places that have options of their own, as a tree at the left. */
  places?: {
    title: string
    call: P
    nodes: (result: ResultOf<P>) => TreeNode[]
    /** Input of every other call for a chosen place. */
    input: (key: string) => Record<string, unknown>
    empty: string
    /** Reads that show what places say themselves: old once something was saved. */
    shows?: readonly Call[]
    /** All of them as a list, behind 一览 above the tree; one of it is opened by its address (`placeParameter`). */
    list?: ComponentType
    /** What one place may take over of another's own values, into what is not saved yet. */
    copy?: {
      text: string
      /** The places among which it is done. */
      among: (key: string) => boolean
      /** What stays as it is, said before anything is taken over. */
      note: string
    }
  }
  /** Options that move money elsewhere: asked about before they are saved. */
  grave?: Readonly<Record<string, { title: string; tips: string }>>
  /** Tries the edited values without saving them; answers {ok, text, tips} and facts that are shown as they are. */
  test?: { call: Call; text: string; facts: readonly string[] }
}
