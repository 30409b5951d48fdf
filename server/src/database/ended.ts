/** What PostgreSQL calls a statement that it ended (query_canceled). */
const cancelled = '57014'

/** Whether a fault says that the database ended a statement which took too long. */
export const wasEnded = (fault: unknown): boolean =>
  fault instanceof Error && ((fault as { code?: string }).code === cancelled || wasEnded(fault.cause))
