import { contradictions } from './contradictions.ts'
import { type Manifest, manifestSchema } from './manifest.ts'
import { issueWords, jsonWords } from './words.ts'

/** A driver.json that cannot be used; the message says in Chinese where and why. */
export class ManifestProblem extends Error {}

/** Checks the parsed text of a driver.json; throws ManifestProblem naming the first things that are wrong. */
export const parseManifest = (json: unknown): Manifest => {
  const parsed = manifestSchema.safeParse(json)
  if (!parsed.success) throw new ManifestProblem(issueWords(parsed.error.issues[0]!))
  const problems = contradictions(parsed.data)
  if (problems.length) throw new ManifestProblem(problems.join('；'))
  return parsed.data
}

/** The JSON of a driver.json, a byte order mark allowed; throws ManifestProblem naming the line. */
export const readManifestText = (text: string): unknown => {
  const json = text.replace(/^\uFEFF/, '')
  try {
    return JSON.parse(json)
  } catch (fault) {
    throw new ManifestProblem(jsonWords(json, fault))
  }
}
