import { type Person, persons } from './persons.ts'

// A demo QR code has 28 digits: 79, person (4), moment it was shown in epoch seconds (10), counter (10), check (2).
// The check is the first 26 digits modulo 97. A moment of ten zeros makes a code that never ages and can be used again.

const check = (head: string): string => String(BigInt(head) % 97n).padStart(2, '0')

/** The e-voucher code of a person, shown at a moment (epoch ms; 0 = the lasting demo code). */
export const qrCode = (person: Person, shownAt: number, counter: number): string => {
  const number = String(persons.indexOf(person) + 1).padStart(4, '0')
  const seconds = String(Math.floor(shownAt / 1000)).padStart(10, '0')
  const head = `79${number}${seconds}${String(counter).padStart(10, '0')}`
  return head + check(head)
}

/** Whose code it is and when it was shown (epoch ms, 0 = lasting); undefined when it is none of ours. */
export const readQrCode = (code: string): { person: Person; shownAt: number } | undefined => {
  const m = /^79(\d{4})(\d{10})\d{10}(\d{2})$/.exec(code)
  const person = m && persons[Number(m[1]) - 1]
  return m && person && check(code.slice(0, 26)) === m[3] ? { person, shownAt: Number(m[2]) * 1000 } : undefined
}
