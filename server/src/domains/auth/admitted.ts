import type { Context } from '../../call/context.ts'
import { addressPlace } from './attempts.ts'

/**
 * Runs what asks for a password, where not too many do: each costs an RSA operation, a hash and a row of the log, for a name of
 * nobody too.
 */
export const duringLogin = <T>({ services, ip }: Context, work: () => Promise<T>): Promise<T> =>
  services.logins.during(addressPlace(ip), work)

/** The same of a whole handler. */
export const admitted =
  <I, R>(handler: (input: I, c: Context) => Promise<R>) =>
  (input: I, c: Context): Promise<R> =>
    duringLogin(c, () => handler(input, c))

/** A handler that asks whoever is signed in, or somebody beside him, for a password: strangers are not before him. */
export const askedHere =
  <I, R>(handler: (input: I, c: Context) => Promise<R>) =>
  (input: I, c: Context): Promise<R> =>
    c.services.askings.during(c.me.sessionId, () => handler(input, c))
