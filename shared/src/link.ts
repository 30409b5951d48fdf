/** Whether a text is an address that a person may follow: http, https, mailto or tel (SPEC 5). */
export const isLink = (text: string): boolean => /^(https?:\/\/|mailto:|tel:)[^\s<>"']+$/i.test(text)

// Where an address ends in a sentence: at a space or a Chinese mark, which no address holds.
const ends = /([\s，。；：、！？（）「」《》]+)/

/** A text as its parts, addresses told from words. */
export const withLinks = (text: string): { text: string; link: boolean }[] =>
  text
    .split(ends)
    .filter(Boolean)
    .map((part) => ({ text: part, link: isLink(part) }))
