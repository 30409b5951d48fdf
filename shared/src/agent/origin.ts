/**
 * Exactly scheme://host[:port], as a browser writes it: what an agent takes as the address of a page. A policy with any
 * other in it is refused as a whole.
 */
export const originPattern = /^https?:\/\/[a-z0-9.-]+(:\d{1,5})?$/
