/** The same text however it was typed: full-width letters, signs of multiplication, spaces and brackets are one. */
export const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[×x✕＊]/g, '*')
    .replace(/[\s()[\]（）【】·.,，、:：;；/\\-]/g, (one) => (one === '.' ? '.' : ''))

/** Pairs of neighbouring characters, each once. */
export const pairsOf = (text: string): number[] => {
  const pairs = new Set<number>()
  for (let i = 1; i < text.length; i++) pairs.add(text.charCodeAt(i - 1) * 65_536 + text.charCodeAt(i))
  return [...pairs]
}

/** How alike two plain texts are, 0 to 1: Dice over their pairs. */
export const alike = (one: string, other: string): number => {
  if (one === other) return one ? 1 : 0
  const [a, b] = [pairsOf(one), pairsOf(other)]
  if (!a.length || !b.length) return 0
  const known = new Set(a)
  return (2 * b.filter((pair) => known.has(pair)).length) / (a.length + b.length)
}

/** What is compared of an item or an entry, each text made plain. */
export interface Features {
  name: string
  spec: string
  pack: string
  producer: string
  dosageForm: string
}

/** What is compared of an article or an entry, each as plain text; '' where nothing is known. */
export const featuresOf = (from: Partial<Features>): Features => ({
  name: plain(from.name ?? ''),
  spec: plain(from.spec ?? ''),
  pack: plain(from.pack ?? ''),
  producer: plain(from.producer ?? ''),
  dosageForm: plain(from.dosageForm ?? ''),
})

/** How alike the specifications are: a shop writes the pack, the catalogue has it in a column of its own. */
export const specAlike = (own: Features, entry: Features): number =>
  !own.spec ? 0.5 : Math.max(alike(own.spec, entry.spec), alike(own.spec, entry.pack))

/** Percent. The name counts most. */
const weighed = (name: number, spec: number, producer: number, form: number): number =>
  Math.round((name * 0.6 + spec * 0.2 + producer * 0.15 + form * 0.05) * 100)

/** Percent; what neither says counts half. */
export const similarityOf = (own: Features, entry: Features, nameAlike = alike(own.name, entry.name)): number => {
  const producer = own.producer && entry.producer ? alike(own.producer, entry.producer) : 0.5
  const form = own.dosageForm && entry.dosageForm ? alike(own.dosageForm, entry.dosageForm) : 0.5
  return weighed(nameAlike, specAlike(own, entry), producer, form)
}

/** Percent that no entry with a name so alike exceeds. */
export const similarityAtMost = (nameAlike: number): number => weighed(nameAlike, 1, 1, 1)
