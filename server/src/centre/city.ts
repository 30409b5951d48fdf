/** Provinces that are one city: 北京, 天津, 上海, 重庆. */
const cities = new Set(['11', '12', '31', '50'])

/** Which digits of a division's code name its city: four, in a municipality two, of a county that is no city's (PP90xx) all. */
const cityOf = (area: string): string => {
  if (cities.has(area.slice(0, 2))) return area.slice(0, 2)
  return area.slice(2, 4) === '90' && area.slice(4, 6) !== '00' ? area : area.slice(0, 4)
}

/** Whether two divisions are one city, where nobody is insured elsewhere (domain.md 3.8); of an unknown one nothing is said. */
export const sameCity = (a: string, b: string): boolean => cityOf(a) === cityOf(b)
