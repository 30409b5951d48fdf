/** A command; resolves with the exit code. */
export type Command = (args: string[]) => Promise<number>
