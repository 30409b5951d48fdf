/** The words of every refusal by the agent. */
export interface AgentAnswer {
  code: string
  message: string
  hint: string
}

/** What the agent in between says by itself, where it did not pass a call on; undefined = the body is none of its own. */
export const agentAnswer = (body: unknown): AgentAnswer | undefined =>
  typeof body === 'object' && body !== null && 'ok' in body && body.ok === false && 'hint' in body
    ? (body as unknown as AgentAnswer)
    : undefined
