/**
 * What an action of the counter may have instead of its F key, by its option: Alt and a letter that neither a browser nor
 * our own shell has taken. None for money (ux 9.4).
 */
export const counterChords = {
  keyRead: 'Alt+K',
  keyDisease: 'Alt+B',
  keyPark: 'Alt+G',
  keyPrescription: 'Alt+C',
  keyPrint: 'Alt+P',
} as const
