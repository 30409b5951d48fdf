import { type AreaSettings, defaultSettings } from './settings.ts'

/** Which action of the counter each option gives its key to. */
const actions = {
  keyRead: 'read',
  keyDisease: 'disease',
  keyPark: 'park',
  keyPrescription: 'prescription',
  keyPresettle: 'presettle',
  keySettle: 'settle',
  keyPrint: 'print',
} as const

export type KeyOption = keyof typeof actions

export const keyOptions = Object.keys(actions) as KeyOption[]

/** The other option that has the same key. */
export const twinOf = (option: KeyOption, values: Record<string, unknown>): KeyOption | undefined =>
  keyOptions.find((other) => other !== option && values[other] === values[option])

/**
 * Action to key, of those alone that differ from the standard. Two actions on one key, as in a store that moved to
 * another area, would settle where its button says 打印: the standard keys hold until somebody decides.
 */
export const counterKeysOf = (settings: AreaSettings): Record<string, string> =>
  keyOptions.some((option) => twinOf(option, { ...settings }))
    ? {}
    : Object.fromEntries(
        keyOptions
          .filter((option) => settings[option] !== defaultSettings[option])
          .map((option) => [actions[option], settings[option]]),
      )
