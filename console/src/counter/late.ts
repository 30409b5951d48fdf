/** What most customers do not need, in one file of the build: read while the browser is idle. */
export const seldom = () => import('./dialogs/seldom.ts')
