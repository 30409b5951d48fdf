// Drug trace codes (追溯码): 20 digits, printed on the smallest pack of a medicine.

/**
 * What is taken as a trace code, whoever scanned or typed it (ux 2.4): the bar code on the box (8, 12 or 13 digits) and a
 * person's credential (28 digits or more) are none. drug_trac_codg would hold 30 characters of anything.
 */
export const traceCodeForm = /^\d{20}$/

/** Packs that a quantity is taken from, a broken one included: as many codes as its line can have. NaN of no number. */
export const packsOf = (quantity: string): number => Math.ceil(Number(quantity))

/**
 * Whether an area may demand the codes of goods: western medicines and Chinese patent medicines carry one (national codes
 * X…, Z…); herbs, materials and services do not, and of goods without a mapping nobody knows.
 */
export const mustHaveCode = (nationalCode: string): boolean => /^[XZ]/.test(nationalCode)

/** How many codes the packs of a line still lack. */
export const codesLacking = (quantity: string, traceCodes: readonly string[] = []): number =>
  Math.max(0, packsOf(quantity) - traceCodes.length)

/** How many codes a line has beyond its packs: of packs that stay on the shelf. */
export const codesOver = (quantity: string, traceCodes: readonly string[] = []): number =>
  Math.max(0, traceCodes.length - packsOf(quantity))

/** The part of a code that all packs of a drug share. */
export const drugPart = (code: string): string => code.slice(0, 7)
