/** Texts of the scripts in an executable, by the role that reads each. */
interface Roles {
  host: string
  agent: string
}

/**
 * One script that holds a host's and everybody else's, each as a text which is compiled only where it is run. A text that
 * is merely passed over costs next to nothing, a script that is read for its functions does: a host, whose start a clerk
 * waits for after a crash, needs a quarter of what the gateway does.
 */
export const rolesScript = ({ host, agent }: Roles): string => `'use strict'
const role = process.argv[2] === 'host' ? 'host' : 'agent'
const text = role === 'host' ? ${JSON.stringify(host)} : ${JSON.stringify(agent)}
const given = { exports, require, module, __filename, __dirname }
require('node:vm').compileFunction(text, Object.keys(given), { filename: role + '.cjs' })(...Object.values(given))
`
