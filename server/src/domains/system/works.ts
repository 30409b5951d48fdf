/** The server stops: thrown into work at its next step. */
export class Interrupted extends Error {}

/** The long pieces of work that this process does behind an answer (progress.ts). */
export class Works {
  readonly #under = new Map<string, Promise<void>>()
  #stopping = false

  /** Does the work of a progress; `work` never fails. */
  run(progressId: string, work: () => Promise<void>): void {
    this.#under.set(
      progressId,
      work().finally(() => this.#under.delete(progressId)),
    )
  }

  /** Resolves when the work of a progress has ended here; at once when it is not under way in this process. */
  async ended(progressId: string): Promise<void> {
    await this.#under.get(progressId)
  }

  /** How many are under way. */
  get underWay(): number {
    return this.#under.size
  }

  /** Throws Interrupted when this is work of this process and the process is about to end. */
  check(progressId: string): void {
    if (this.#stopping && this.#under.has(progressId)) throw new Interrupted()
  }

  /** Each piece of work ends at its next step and says so; waits for all of them. */
  async stop(): Promise<void> {
    this.#stopping = true
    await Promise.all(this.#under.values())
  }
}
