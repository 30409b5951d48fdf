/** The name of the unique index a failed insert ran into; undefined for any other error. Both drivers put it differently. */
export const brokenIndex = (error: unknown): string | undefined => {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code, constraint, message } = cause as Error & { code?: string; constraint?: string }
    if (code === '23505') return constraint ?? /"(\w+)"/.exec(message)?.[1]
  }
  return undefined
}
