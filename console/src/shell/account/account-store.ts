import { create } from 'zustand'

export type AccountDialog = 'profile' | 'password' | 'switch' | 'back' | 'layout' | 'about'

/** Which dialog of the account menu is open. */
export const useAccountDialog = create<{ open: AccountDialog | null }>(() => ({ open: null }))
export const openAccount = (open: AccountDialog): void => useAccountDialog.setState({ open })
export const closeAccount = (): void => useAccountDialog.setState({ open: null })
