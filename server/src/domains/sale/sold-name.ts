/** The lock of whoever sells a pack, or says that he did: two that do it in one moment see each other. */
export const soldName = (code: string): string => `trace code ${code}`
