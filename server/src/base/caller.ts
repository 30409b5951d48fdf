/** Begins the name of a function that stands for a call or a job on the stack. */
const mark = 'asked by '

/** Calls that lead to a statement, as far as they are looked at. */
const deepest = 100

/**
 * The same work under a name that everything it awaits can be asked for: a call as `domain.name`, a job as `job.name`.
 * The name is its function's, so it costs nothing until somebody asks: a context that follows every promise
 * (AsyncLocalStorage) costs a list 5 % of its requests.
 */
export const named = <Args extends unknown[], R>(
  name: string,
  work: (...args: Args) => Promise<R>,
): ((...args: Args) => Promise<R>) => {
  const key = mark + name
  // What is returned without being awaited is on no stack.
  const functions = { [key]: async (...args: Args): Promise<R> => await work(...args) }
  return functions[key]!
}

/** Does work under a name. */
export const calledBy = <R>(name: string, work: () => Promise<R>): Promise<R> => named(name, work)()

const namesOf = (_: Error, sites: NodeJS.CallSite[]): string[] => sites.map((site) => site.getFunctionName() ?? '')

/**
 * Who awaits what is being done now; '' where that is not known: work that was put together for several, or the start of
 * a process. Takes some 20 µs: asked for what is rare.
 */
export const caller = (): string => {
  const { prepareStackTrace, stackTraceLimit } = Error
  try {
    Error.prepareStackTrace = namesOf
    Error.stackTraceLimit = deepest
    const names = new Error().stack as unknown as string[]
    return names.find((name) => name.startsWith(mark))?.slice(mark.length) ?? ''
  } finally {
    Error.prepareStackTrace = prepareStackTrace
    Error.stackTraceLimit = stackTraceLimit
  }
}
