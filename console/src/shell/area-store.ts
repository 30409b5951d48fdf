import { create } from 'zustand'

/** Whether the area dialog is open, asked for by the navbar or by the rule of SPEC 4. */
export const useAreaDialog = create<{ open: boolean }>(() => ({ open: false }))
export const openAreaDialog = (): void => useAreaDialog.setState({ open: true })
export const closeAreaDialog = (): void => useAreaDialog.setState({ open: false })
