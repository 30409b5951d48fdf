interface Area {
  areaCode: string
  areaName: string
  childs: { childAreaCode: string; childAreaName: string; part?: boolean | undefined }[]
}

/** Without the areas of which the person has some stores only: what is for all of an area's stores is not his to say. */
export const wholeAreas = (areas: readonly Area[]): Area[] =>
  areas.flatMap((area) => {
    const childs = area.childs.filter(({ part }) => !part)
    return area.childs.length && !childs.length ? [] : [{ ...area, childs }]
  })

/** Areas as a select offers them: the children, or the area itself where it has none. */
export const areaOptions = (areas: readonly Area[]): { value: string; label: string }[] =>
  areas.flatMap(({ areaCode, areaName, childs }) =>
    childs.length
      ? childs.map((child) => ({ value: child.childAreaCode, label: `${child.childAreaName} ${child.childAreaCode}` }))
      : [{ value: areaCode, label: `${areaName} ${areaCode}` }],
  )
