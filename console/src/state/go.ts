type Navigate = (to: string, options?: { replace?: boolean }) => void

let navigate: Navigate = () => undefined

/** The shell hands over the router's navigate; nobody else knows the router. */
export const setNavigate = (next: Navigate): void => {
  navigate = next
}

/** Goes to a console path, query included: go('/reconciliation/order-management?from=2026-11-20'). */
export const go = (path: string, options?: { replace?: boolean }): void => navigate(path, options)
