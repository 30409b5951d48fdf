import { viewPrefix } from '../../state/tabs.ts'

/** The chosen place of a settings page in its address: a link of another page opens it there. */
export const placeParameter = `${viewPrefix}place`
