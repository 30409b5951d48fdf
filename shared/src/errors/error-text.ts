/** One refusal as people read it. */
export interface ErrorText {
  /** statusCode of the envelope. */
  status: number
  /** What happened and what it means; `{}` places are filled by the thrower. */
  error: string
  /** What to do next. */
  tips?: string
  messageCode?: string
  /** It says a centre's own words, which may quote anybody's number. */
  quotes?: boolean
  /** Said before anything was looked at, to whoever asks too much: no line in the operation log. */
  unlogged?: boolean
}
