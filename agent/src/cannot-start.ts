/** Why the agent cannot start, in words for the person at this PC; printed without a stack, exit code 1. */
export class CannotStart extends Error {}
