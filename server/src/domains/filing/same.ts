import type { Filing, Held, Kind } from './kinds/kind.ts'

/** Whether what the centre lists is this filing: by the number where both have one, else by what, from when and its part. */
export const isSame = (own: Filing, kind: Kind, held: Held): boolean =>
  held.serial && own.serial
    ? held.serial === own.serial
    : held.code === own.subjectCode && held.beginDay === own.beginDay && held.part === kind.part(own.form)
