/** Paper of a slip in one of these states left the printer, or may have. */
export const outStates = ['done', 'unsure', 'browser']
export const cameOut = (state: string): boolean => outStates.includes(state)
