/** What a handler is given when the gateway itself asks, for a heartbeat or a probe: no session, no arguments. */
export const noCall = {
  session: undefined,
  origin: '',
  jkt: '',
  pdf: undefined,
  idempotencyKey: undefined,
  args: {},
  ticketed: false,
}
