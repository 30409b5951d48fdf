import { create } from 'zustand'

export type AccountDialog = 'profile' | 'password' | 'switch' | 'back' | 'layout' | 'about'

/** Which dialog of the account menu is open. */
export const useAccountDialog = create<{ open: AccountDialog | null }>(() => ({ open: null }))
/** Opens a dialog of the account menu in place of the one before. */
export const openAccount = (open: AccountDialog): void => useAccountDialog.setState({ open })
/** Closes it. */
export const closeAccount = (): void => useAccountDialog.setState({ open: null })
