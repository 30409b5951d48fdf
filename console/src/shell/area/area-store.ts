import { create } from 'zustand'

interface AreaDialogState {
  /** Asked for by the navbar or by the rule of SPEC 4. */
  open: boolean
  /** A new platform: nobody has opened an area yet, so its administrator works without one. */
  none: boolean
}

/** Whether the choice of an area is open, and whether there is none to choose. */
export const useAreaDialog = create<AreaDialogState>(() => ({ open: false, none: false }))
/** Opens the choice of an area. */
export const openAreaDialog = (): void => useAreaDialog.setState({ open: true })
/** Lets an administrator work where no area has been opened yet. */
export const workWithoutArea = (): void => useAreaDialog.setState({ none: true })
/** Closes the choice of an area. */
export const closeAreaDialog = (): void => useAreaDialog.setState({ open: false })
