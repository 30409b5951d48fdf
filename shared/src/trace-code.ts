// Drug trace codes (追溯码): 20 digits, printed on the smallest pack of a medicine.

/** Packs that a quantity is taken from, a broken one included: as many codes as its line can have. NaN of no number. */
export const packsOf = (quantity: string): number => Math.ceil(Number(quantity))

/**
 * Whether packs of goods can carry a code: western medicines and Chinese patent medicines do (national codes X…, Z…),
 * herbs, materials and services do not. Of goods without a mapping nobody knows, so they may.
 */
export const mayHaveCode = (nationalCode: string): boolean => !nationalCode || /^[XZ]/.test(nationalCode)

/** Whether an area may demand the codes of goods: of those of which it is known that their packs carry one. */
export const mustHaveCode = (nationalCode: string): boolean => nationalCode !== '' && mayHaveCode(nationalCode)

/** How many codes the packs of a line still lack. */
export const codesLacking = (quantity: string, traceCodes: readonly string[] = []): number =>
  Math.max(0, packsOf(quantity) - traceCodes.length)
