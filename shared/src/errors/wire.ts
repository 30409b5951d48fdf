// What a console needs of the refusals: it is sent their texts and never reads the table.

/** Codes of SPEC 8 that the client treats by number. */
export const CODE_BUSY = '106001'
export const CODE_CENTRE_REFUSED = '302002'

/** Text with its `{}` places filled; places without a value stay empty. */
export const fill = (template: string, values: Record<string, string | number> = {}): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
