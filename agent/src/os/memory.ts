/** What one process of a desk may hold, bytes (agent.md 3.2): many times what a driver or a print job needs. */
export const mostMemory = 1024 ** 3
