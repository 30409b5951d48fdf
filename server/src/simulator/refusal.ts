/** A business refusal: becomes infcode -1 with this text as err_msg. */
export class Refusal extends Error {}

/** Ends the transaction with a refusal. */
export const refuse = (text: string): never => {
  throw new Refusal(text)
}
