const isEmpty = (chosen: unknown) => !(chosen as string[] | undefined)?.length

/** Problems of a form's `scope`, `areas` and `stores`: chosen areas or stores must be named. */
export const checkAudience = ({
  scope,
  areas,
  stores,
}: Record<string, unknown>): Record<string, string> | undefined => {
  if (scope === 'stores' && isEmpty(stores)) return { stores: '请选择门店' }
  return scope === 'areas' && isEmpty(areas) ? { areas: '请选择区划' } : undefined
}
