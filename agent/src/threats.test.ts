import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Verb, verbRow, verbs } from '@yibao/shared/agent/verbs.ts'
import { expect, test } from 'vitest'
import { readConfig } from './gateway/config.ts'

// Who may attack this agent, by which way, and the tests that hold the door (agent.md 3.2). A row whose test was renamed
// or taken away fails here.

const threats: Record<string, readonly [file: string, title: string][]> = {
  'a malicious web page': [
    ['gateway/door/guards.test.ts', 'host × origin × fetch metadata'],
    ['gateway/door/guards.test.ts', 'origins that look like ours'],
    ['gateway/door/guards.test.ts', 'content type, client header, bearer'],
    ['gateway/web/sockets.test.ts', 'an upgrade is refused with HTTP before 101'],
    ['gateway/web/sockets.test.ts', 'an upgrade from an origin that looks like ours is refused'],
    ['gateway/admin.test.ts', 'a browser never, whatever it carries'],
    ['threats.test.ts', 'nothing with an effect is a GET'],
  ],
  'DNS rebinding': [
    ['gateway/door/guards.test.ts', 'host × origin × fetch metadata'],
    ['gateway/door/guards.test.ts', 'other methods, framing of our own page and undecodable paths'],
    ['gateway/door/wire.test.ts', 'one host, exactly ours: %s'],
    ['gateway/door/wire.test.ts', 'a target that names a host itself is not ours, whatever the header says'],
  ],
  'a script in our own console': [
    ['gateway/actions.test.ts', 'a card read needs the ticket of the server and comes back signed'],
    ['gateway/actions.test.ts', 'risky verbs need the browser to sign'],
    ['gateway/session/session.test.ts', 'a token ends after 900 s, with its closing, and with a new policy'],
    ['gateway/web/app.test.ts', 'without ERP pages in the policy nobody may frame the console'],
    ['gateway/web/app.test.ts', 'a server whose certificate nobody vouches for is not spoken to'],
    [
      '../../shared/src/console-policy.test.ts',
      'a script in the console reaches its own server and the agents’ ports of this PC',
    ],
    ['../../console/src/agent/key.test.ts', 'the browser’s own key cannot be carried away'],
  ],
  'another account of this PC': [
    ['cloud/cloud.test.ts', 'the key is made once, for its owner only, and names the agent'],
    ['files/log-file.test.ts', 'files turn by size, the oldest goes, nobody else may read them'],
    [
      'gateway/door/foreigners.test.ts',
      'a browser of another session learns that the agent is there, and nothing else',
    ],
    ['gateway/door/foreigners.test.ts', 'nor does a socket of before'],
    ['ipc/pipe.test.ts', 'a stranger learns nothing and does not take the place of the child'],
    ['gateway/desk/door.test.ts', '%s does not take the place, whatever he knows; who is in front still has it'],
    [
      'gateway/desk/door.test.ts',
      'a desk that stays when users are switched is sent away, and whoever is in front comes in',
    ],
  ],
  'a program that has our port': [
    [
      'gateway/session/session.test.ts',
      'an agent shows whose port this is: its key is its id, and what it signs is this session',
    ],
    ['../../console/src/agent/identity.test.ts', 'a program that has taken its port shows %s'],
    ['../../console/src/agent/admit.test.ts', 'gets no session: the one that shows who it is does'],
    ['../../tests/e2e/port-taken.test.ts', 'and answers in the agent’s name is told nothing'],
  ],
  'a neighbour in the network': [
    ['gateway/door/guards.test.ts', 'nothing listens outside of loopback'],
    ['gateway/door/wire.test.ts', 'who is not on this machine gets nowhere, wherever we listen'],
    ['threats.test.ts', 'no address but loopback can be configured, and no installation opens a firewall'],
  ],
  'a stolen ticket': [
    ['gateway/door/tickets.test.ts', 'refused: %s'],
    ['gateway/door/tickets.test.ts', 'a ticket opens one session, also after a restart'],
    ['gateway/session/session.test.ts', 'a proof counts once, and only near its time'],
    [
      'gateway/session/session.test.ts',
      'a proof that was seen is known, though the clock was set an hour ahead and back again',
    ],
    ['gateway/fuzz.test.ts', 'a ticket with anything changed in it opens nothing'],
    ['gateway/log.test.ts', 'nothing secret or personal reaches the log, whatever goes wrong'],
  ],
  'a stolen or lost server key': [['cloud/cloud.test.ts', 'keys change in two steps']],
  'an agent that was revoked': [['cloud/cloud.test.ts', 'an agent that was unbound notices it by itself']],
  'upgrade tampering': [
    ['update/accept.test.ts', 'refused: %s'],
    ['update/accept.test.ts', 'a version seen once is the floor, also after a restart'],
    ['update/accept.test.ts', 'the floor is each key’s own'],
    ['update/prepare.test.ts', 'what comes is not what was promised: %s'],
    ['update/prepare.test.ts', 'a file changed between verifying and staging is found, and no version appears'],
    ['update/prepare.test.ts', 'a journal that was changed brings nothing in: its release is verified again'],
    ['update/activate.test.ts', 'a journal is believed only as far as its release is signed: %s'],
    ['update/activate.test.ts', 'a version whose files are not what they were is never started'],
    ['update/activate.test.ts', 'a program that another publisher signed is never started'],
    ['update/publisher.test.ts', 'signed by %s'],
    ['update/kill.test.ts', 'killed behind step %i'],
    ['update/fuzz.test.ts', 'a release with anything changed in its text is refused by its signature'],
  ],
  'a forged order of a remote administrator': [
    [
      'gateway/remote/line.test.ts',
      'what is not signed by a key of the policy, for another agent, or too late, does nothing',
    ],
    ['gateway/remote/line.test.ts', 'a genuine command is carried out once, however often the line repeats it'],
  ],
  'path traversal and planted libraries': [
    ['dll/doctor.test.ts', 'a folder that is a link out of the root, or extends itself, is no driver'],
    ['dll/doctor.test.ts', 'DRIVER_HASH_MISMATCH'],
    ['dll/host-process.test.ts', 'a vendor’s process gets the system’s few variables and its own: no search path'],
    ['desk/desk.test.ts', 'a settlement library is called by name, and nothing else is reachable that way'],
    ['desk/device.test.ts', 'a function that takes a path of ours is none of a client’s, in a driver of any kind'],
    ['gateway/web/app.test.ts', 'files of the build, and nothing outside of it'],
    ['update/fuzz.test.ts', 'never a fault and never a path outside'],
  ],
  'abuse of printing': [
    ['gateway/printing/print.test.ts', 'bytes, a key and a printer become a job'],
    ['gateway/printing/print.test.ts', 'without login only the built-in page prints'],
    [
      'print/desk-print.test.ts',
      'printers are chosen by document type, else the default, and only among those that exist',
    ],
  ],
  'more than this PC can bear': [
    ['gateway/bad-input.test.ts', 'a body larger than the limit is refused on every POST by its size'],
    ['gateway/bad-input.test.ts', 'a bomb of nested lists or objects is refused on every POST'],
    ['gateway/web/sockets.test.ts', 'nine sockets of one origin are one too many'],
    ['gateway/session/session.test.ts', '60 requests a minute for a session, then wait'],
    ['gateway/web/limits.test.ts', 'five requests of a caller at a time, a sixth is sent away'],
    ['gateway/web/limits.test.ts', 'a message larger than 256 kB ends its socket'],
    ['gateway/web/socket.test.ts', 'a console that does not read is sent away, and keeps no more of our memory'],
    ['gateway/web/socket.test.ts', 'who says nothing within 5 s is sent away'],
    ['gateway/web/limits.test.ts', 'who begins a request and does not go on is cut off after 5 s'],
    ['dll/queue.test.ts', 'four wait, the fifth is refused, and room is made again'],
    ['gateway/fuzz.test.ts', 'noise on %s'],
    ['gateway/log.test.ts', 'a page of any site pushes nothing out of the log'],
    ['update/updates.test.ts', 'is left to the counter: nothing of the release stays on it'],
  ],
  'a vendor’s library that crashes, hangs or writes too far': [
    ['dll/native.test.ts', '%s costs one call: %s, and the next one has a fresh host'],
    ['dll/native.test.ts', "['leak', 'DRIVER_CRASHED', 'SIGSEGV']"],
    ['dll/native.test.ts', 'three crashes open the breaker for a minute; one probe closes it or opens it again'],
    ['dll/breaker.test.ts', 'a probe that fails opens again at once, however long ago the first failures are'],
    ['desk/desk.test.ts', 'a hung reader is ended at its deadline and the desk stays'],
    ['desk/repair.test.ts', 'money that is under way comes to its end first'],
    ['dll/native-money.test.ts', 'what fails before the call was sent is no unknown outcome'],
  ],
  'more rights through us': [
    ['ipc/child.test.ts', 'the secret of a start is gone from the environment before anything else may read it'],
    ['gateway/desk/process.test.ts', 'a stranger who does not know the secret is not taken for the desk'],
    ['threats.test.ts', 'the gateway, which has a service’s rights, loads no library of a vendor'],
    ['files/disk.test.ts', 'no link leads elsewhere, and what was left half written is in nobody’s way: %s'],
    ['files/log-file.test.ts', 'a link in its place leads to no other file'],
    ['gateway/admin.test.ts', 'what is no token of a gateway is sent to nobody'],
    ['../../tests/windows/setup.test.ts', 'NT SERVICE'],
  ],
}

test.each(Object.entries(threats))('%s', (_, doors) => {
  const gone = doors.filter(([file, title]) => !readFileSync(join(import.meta.dirname, file), 'utf8').includes(title))
  expect(gone).toEqual([])
})

test('the gateway, which has a service’s rights, loads no library of a vendor', () => {
  const folder = join(import.meta.dirname, 'gateway')
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /^(?!test\/).*(?<!\.test)\.ts$/.test(name),
  )
  const loading = sources.filter((name) =>
    /from '(koffi|.*\/dll\/|.*\/os\/)/.test(readFileSync(join(folder, name), 'utf8')),
  )
  expect(sources.length).toBeGreaterThan(30)
  expect(loading).toEqual([])
})

/** What a page may ask for by a GET, which a browser sends without asking first: each reads and changes nothing outside. */
const reading = [
  ...['hello', 'health', 'page.status', 'page.setup', 'metrics', 'agent.state', 'erp.list', 'driver.list'],
  ...['printer.list', 'printer.settings', 'print.list', 'print.batch', 'print.get'],
]

test('nothing with an effect is a GET', () => {
  const gets = Object.keys(verbs).filter((verb) => verbRow(verb as Verb).method === 'GET')
  expect(gets.toSorted()).toEqual(reading.toSorted())
})

test('no address but loopback can be configured, and no installation opens a firewall', () => {
  const asked = { HOST: '0.0.0.0', AGENT_HOST: '::', AGENT_ADDRESS: '0.0.0.0' }
  expect(JSON.stringify(readConfig(asked))).not.toMatch(/0\.0\.0\.0|::/)
  const installing = ['install', '../../installer'].flatMap((folder) =>
    readdirSync(join(import.meta.dirname, folder))
      .filter((name) => /\.(ts|nsi)$/.test(name))
      .map((name) => readFileSync(join(import.meta.dirname, folder, name), 'utf8')),
  )
  expect(installing.length).toBeGreaterThan(20)
  expect(installing.filter((text) => /netsh|firewall|FwPolicy/i.test(text))).toEqual([])
})
