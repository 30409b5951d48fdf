const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]

/** Whether 18 characters end in the right check character (domain.md 10). */
export const validIdCard = (value: string): boolean =>
  /^\d{17}[\dX]$/.test(value) &&
  '10X98765432'[weights.reduce((sum, weight, i) => sum + weight * Number(value[i]), 0) % 11] === value[17]
