import { create } from 'zustand'

interface AreaDialogState {
  /** Asked for by the navbar or by the rule of SPEC 4. */
  open: boolean
  /** A new platform: nobody has opened an area yet, so its administrator works without one. */
  none: boolean
}

export const useAreaDialog = create<AreaDialogState>(() => ({ open: false, none: false }))
export const openAreaDialog = (): void => useAreaDialog.setState({ open: true })
export const workWithoutArea = (): void => useAreaDialog.setState({ none: true })
export const closeAreaDialog = (): void => useAreaDialog.setState({ open: false })
