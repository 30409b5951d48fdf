/** Characters of a title: what stands beside it belongs to another one. */
const own = String.raw`[\w.-]`

/**
 * Whether a spooled document is the one of this title: a receipt bears it, a page bears the name of the file that was
 * printed, which is the title and what keeps two files apart (desk/print.ts), with its folder before it where the print
 * engine gives that. Another title may contain this one: `a.1` stands in `a.10`.
 */
export const isTitled = (document: string, title: string): boolean => {
  const spelled = title.replaceAll('.', String.raw`\.`)
  return new RegExp(String.raw`(?<!${own})${spelled}(?:-[0-9a-f]{16}(?:\.pdf)?)?(?!${own})`).test(document)
}
