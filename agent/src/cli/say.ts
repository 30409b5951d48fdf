/** A line for the person in front. */
export const say = (text: string): void => {
  process.stdout.write(`${text}\n`)
}
