/** What the operating system says of a program's signature (windows-signature.ts). */
export interface Signature {
  /** 0: trusted. Otherwise Windows' own number for what is wrong, see `signatureStates`. */
  status: number
  /** the certificate's whole subject, one part a line; empty without a signature */
  publisher: string
  /** sha256 (hex) of the certificate; empty without a signature */
  certificate: string
}

/** `untrustedRoot`: the signature fits the bytes, the certificate is nobody's that this Windows knows. */
export const signatureStates = { trusted: 0, untrustedRoot: 0x800b0109 } as const
