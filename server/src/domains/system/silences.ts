/** Times in a row that an area's centre did not answer after which it is asked nothing more: each of them is a long wait. */
const mostLost = 3

/** How the centres of the areas stand to one run over many. */
export class Silences {
  readonly #lost = new Map<string, number>()

  /** Whether a centre has been silent for so long that it is left alone. */
  has(areaCode: string): boolean {
    return (this.#lost.get(areaCode) ?? 0) >= mostLost
  }

  /** It answered nothing of one part, or something; undefined, which says nothing, where it was not asked. */
  hear(areaCode: string, silent: boolean | undefined): void {
    if (silent !== undefined) this.#lost.set(areaCode, silent ? (this.#lost.get(areaCode) ?? 0) + 1 : 0)
  }
}

/** What is said of a part that was left alone for it: what was not done, and what can be done again. */
export const silentText = (not: string, again: string): string =>
  `医保中心连续没有答复，${not}。请等中心恢复后再${again}`
