/** The name under which it stands on the desktop and in the menu. */
export const appTitle = '医保云'

/** What a platform does about it. */
export interface AppIcons {
  /** Program of the browser that opens it: Edge or else Chrome; undefined where neither is for all users. */
  browser: () => Promise<string | undefined>
  write: (browser: string, args: readonly string[], picture: string) => Promise<void>
  has: (browser: string, args: readonly string[], picture: string) => Promise<boolean>
  remove: () => Promise<void>
  /** The picture's file, as it lies in a version's folder. */
  picture: string
}
