/** Certainly nothing will be printed. */
export class NotTaken extends Error {}

/** The spooler's own steps of one document, each true when it was done. */
interface Steps {
  start: () => Promise<boolean>
  /** true = every byte was taken */
  write: () => Promise<boolean>
  end: () => Promise<boolean>
  abort: () => Promise<boolean>
  close: () => void
}

/**
 * Gives a spooler one document whole or not at all. Throws NotTaken when nothing of it will be printed; after any other
 * error nobody knows: half of it may come out.
 */
export const handOver = async ({ start, write, end, abort, close }: Steps): Promise<void> => {
  try {
    if (!(await start())) throw new NotTaken('the printer takes no document')
    if ((await write()) && (await end())) return
    if (await abort()) throw new NotTaken('the document was not taken whole')
    throw new Error('the spooler does not say what became of the document')
  } finally {
    close()
  }
}
