/** Paper of a slip in one of these states left the printer, or may have. */
export const outStates = ['done', 'unsure', 'browser']
/** Whether the paper of a slip in this state left the printer, or may have. */
export const cameOut = (state: string): boolean => outStates.includes(state)
