import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { persons } from '../seed/persons.ts'

interface CounterPerson {
  name: string
  certNo: string
  cardNo: string
  cardSn: string
  area: string
  ecToken: string
}

// The counter's simulated readers must show people the centre knows. The two rooms share no code, only this promise.
const file = join(import.meta.dirname, '../../../../agent/src/simulator/persons.json')

test('the simulated readers know every person of the centre, to the last number', () => {
  const known = new Map(persons.map((one) => [one.certno, one]))
  const counter = JSON.parse(readFileSync(file, 'utf8')) as CounterPerson[]
  expect(counter.map(({ certNo }) => certNo)).toEqual(persons.map(({ certno }) => certno))
  for (const { name, certNo, cardNo, cardSn, area, ecToken } of counter) {
    const person = known.get(certNo)!
    const { insuplc } = person
    expect({ name, cardNo, cardSn, area }).toEqual({
      ...{ name: person.name, cardNo: person.cardNo, cardSn: person.cardSn, area: insuplc },
    })
    expect(ecToken).toContain(person.psnNo)
  }
})
