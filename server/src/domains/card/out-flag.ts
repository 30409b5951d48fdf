import { sameCity } from '../../centre/city.ts'

/** 0 local, 1 other city of the province, 2 other province (domain.md 3.8). */
export const outFlagOf = (area: string, insuredArea: string): '0' | '1' | '2' => {
  if (!insuredArea || sameCity(insuredArea, area)) return '0'
  return insuredArea.slice(0, 2) === area.slice(0, 2) ? '1' : '2'
}
