interface Area {
  areaCode: string
  areaName: string
  childs: { childAreaCode: string; childAreaName: string }[]
}

/** Areas as a select offers them: the children, or the area itself where it has none. */
export const areaOptions = (areas: readonly Area[]): { value: string; label: string }[] =>
  areas.flatMap(({ areaCode, areaName, childs }) =>
    childs.length
      ? childs.map((child) => ({ value: child.childAreaCode, label: `${child.childAreaName} ${child.childAreaCode}` }))
      : [{ value: areaCode, label: `${areaName} ${areaCode}` }],
  )
