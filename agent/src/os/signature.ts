/** What the operating system says of a program's signature (windows-signature.ts). */
export interface Signature {
  /** 0: trusted. Otherwise Windows' own number for what is wrong, see `signatureStates`. */
  status: number
  /** the certificate's whole subject, one part a line; empty without a signature */
  publisher: string
  /** sha256 (hex) of the certificate; empty without a signature */
  certificate: string
}

/**
 * The signature fits the bytes in all of them. `untrustedRoot`: the certificate is nobody's that this Windows knows;
 * `expired`: it has ended since, and nobody's time stamp says that it was good when it signed.
 */
export const signatureStates = { trusted: 0, untrustedRoot: 0x800b0109, expired: 0x800b0101 } as const
