/** Events bring news (shell/live); counters that fall silent and days that end send none, so a minute is the longest. */
export const refresh = { refetchInterval: 60_000, keepPrevious: true }
