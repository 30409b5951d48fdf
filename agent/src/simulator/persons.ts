import data from './persons.json' with { type: 'json' }

/** A demo person with everything that is printed on or stored in their cards. Dates are yyyyMMdd. */
export type Person = (typeof data)[number]

/** Invented persons; the first one's card is in the reader until a switch says otherwise. */
export const persons: readonly Person[] = data

/** The 11 items of a social-security card, each closed by a bar (domain.md 6.1). */
export const barString = (person: Person): string =>
  [
    person.area,
    person.certNo,
    person.cardNo,
    person.cardSn,
    person.name,
    `0081544C908684${person.area}0000AB`,
    '2.00',
    person.issueDate,
    person.expiryDate,
    `${person.area}902398`,
    'JSE00000001',
    '',
  ].join('|')
