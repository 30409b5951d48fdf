import type { Vault } from '../../secrets/secret.ts'

/** Options that are kept in another form than the wire's. */
interface Form {
  toWire: (stored: unknown, vault: Vault) => unknown
  toStored: (wire: unknown, vault: Vault) => unknown
}

const minute = 60_000
const slots = ['poolFund', 'otherFund', 'medicalAid', 'account', 'familyAccount']

const forms: Record<string, Form> = {
  /** Kept in ms. */
  inFlightMax: {
    toWire: (stored) => Math.max(1, Math.ceil(Number(stored) / minute)),
    toStored: (wire) => Number(wire) * minute,
  },
  /** Kept in ms. */
  saleUploadDelay: {
    toWire: (stored) => Math.ceil(Number(stored) / minute),
    toStored: (wire) => Number(wire) * minute,
  },
  /** Kept sealed; the wire never carries it back. */
  gatewaySecret: { toWire: () => undefined, toStored: (wire, vault) => vault.seal(String(wire)) },
  /** Kept whole; the wire tells what it is. */
  centreCa: {
    toWire: (stored) => {
      const { pem: _, ...about } = stored as Record<string, unknown>
      return about
    },
    toStored: (wire) => wire,
  },
  /** A list of an earlier version may name slots that the counter does not have. */
  hiddenFunds: {
    toWire: (stored) => (stored as string[]).filter((slot) => slots.includes(slot)),
    toStored: (wire) => wire,
  },
}

const files = ['centreCa']

/** Whether an option is a file: a save leaves it alone. */
export const isFile = (key: string): boolean => files.includes(key)

/** Whether an option is a secret: it is told as filled in or not, never shown. */
export const isSecret = (key: string): boolean => key === 'gatewaySecret'

/** A kept value as the wire shows it. */
export const toWire = (key: string, stored: unknown, vault: Vault): unknown =>
  stored === undefined || !forms[key] ? stored : forms[key].toWire(stored, vault)

/** A value of the wire as it is kept. */
export const toStored = (key: string, wire: unknown, vault: Vault): unknown =>
  forms[key] ? forms[key].toStored(wire, vault) : wire
