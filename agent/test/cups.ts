import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { tempFolder } from './native.ts'

const serverBin = '/usr/lib/cups'
const root = process.getuid?.() === 0

const present = () => {
  const found = existsSync('/usr/sbin/cupsd') && existsSync('/usr/sbin/lpadmin')
  if (!found && process.env.REQUIRE_ALL === '1') throw new Error('no CUPS (cupsd, lpadmin): the print test cannot run')
  return found
}

/** Whether a print server of our own can be started; throws without CUPS when everything must run. */
export const canPrint = present()

/** A printer of paper: it waits while the file "paper-out" is there, and breaks when "broken" is. */
const backend = `#!/bin/sh
[ $# -eq 0 ] && { echo 'direct counter "Counter" "Counter"'; exit 0; }
dir=\${DEVICE_URI#counter:}
while [ -f "$dir/paper-out" ]; do
  echo 'STATE: +media-empty-error' >&2
  sleep 0.1
done
echo 'STATE: -media-empty-error' >&2
[ -f "$dir/broken" ] && exit 1
cat "$6" >> "$dir/$3.pdf"
`

const pageModel = '/usr/share/ppd/cups-pdf/CUPS-PDF_opt.ppd'

/**
 * The printer of PAGE: what CUPS's filters made of the document becomes a page again. cups-pdf's own backend does the
 * same, but into a person's home.
 */
const pageBackend = `#!/bin/sh
[ $# -eq 0 ] && { echo 'direct page "Page" "Page"'; exit 0; }
exec gs -q -dSAFER -dBATCH -dNOPAUSE -sDEVICE=pdfwrite -o "\${DEVICE_URI#page:}/$3.pdf" "\${6:--}"
`

const canPrintPages = () => {
  const found = ['/usr/bin/gs', '/usr/bin/pdftoppm', pageModel].every((path) => existsSync(path))
  if (!found && process.env.REQUIRE_ALL === '1')
    throw new Error('no ghostscript, pdftoppm or cups-pdf model: the printed page cannot be compared')
  return found
}

/** Whether the queue PAGE can print and what came out can be looked at. */
export const hasPages = canPrint && canPrintPages()

/** Our backend among the system's own filters and tools. */
const fakeServerBin = (folder: string) => {
  mkdirSync(join(folder, 'backend'), { recursive: true })
  for (const name of readdirSync(serverBin))
    if (name !== 'backend') symlinkSync(join(serverBin, name), join(folder, name))
  for (const [name, script] of Object.entries({ counter: backend, page: pageBackend })) {
    writeFileSync(join(folder, 'backend', name), script)
    chmodSync(join(folder, 'backend', name), 0o700) // 700 = runs as root, or as whoever started the server
  }
}

/**
 * Starts a print server with a raw queue COUNTER and, where it can, PAGE: CUPS's own filters for the cups-pdf printer.
 * Every file of it is in a folder of its own.
 */
export const startCups = async () => {
  const folder = tempFolder()
  const at = (name: string) => join(folder, name)
  for (const name of ['etc/ppd', 'spool/tmp', 'cache', 'log', 'run', 'out']) mkdirSync(at(name), { recursive: true })
  chmodSync(folder, 0o755)
  chmodSync(at('out'), 0o777)
  fakeServerBin(at('bin'))
  // cupsd refuses to run its filters as root.
  const identity = root ? 'User lp\nGroup lp' : `User ${process.env.USER}`
  writeFileSync(
    at('etc/cups-files.conf'),
    `${identity}\nSystemGroup root\nServerRoot ${at('etc')}\nRequestRoot ${at('spool')}\nTempDir ${at('spool/tmp')}
CacheDir ${at('cache')}\nStateDir ${at('run')}\nAccessLog ${at('log/access')}\nErrorLog ${at('log/error')}
PageLog ${at('log/page')}\nServerBin ${at('bin')}\nDataDir /usr/share/cups\nSandboxing relaxed\n`,
  )
  writeFileSync(
    at('etc/cupsd.conf'),
    `Listen ${at('run/cups.sock')}\nBrowsing Off\nDefaultAuthType None\nWebInterface No
<Location />\nOrder allow,deny\nAllow all\n</Location>
<Location /admin>\nOrder allow,deny\nAllow all\n</Location>
<Policy default>\n<Limit All>\nOrder deny,allow\n</Limit>\n</Policy>\n`,
  )
  mkdirSync(at('pages'))
  chmodSync(at('pages'), 0o777)
  const server = spawn('/usr/sbin/cupsd', ['-f', '-c', at('etc/cupsd.conf'), '-s', at('etc/cups-files.conf')], {
    stdio: 'ignore',
  })
  for (let i = 0; !existsSync(at('run/cups.sock')); i++) {
    if (i > 100 || server.exitCode !== null) throw new Error('cupsd did not start')
    await wait(50)
  }
  const env = { ...process.env, CUPS_SERVER: at('run/cups.sock') }
  const admin = (tool: 'lpadmin' | 'cupsdisable' | 'cupsenable', ...args: string[]) =>
    void execFileSync(`/usr/sbin/${tool}`, args, { env, stdio: 'ignore' })
  const add = (name: string, folder: string) => {
    const policy = ['-o', 'printer-error-policy=abort-job']
    admin('lpadmin', '-p', name, '-E', '-v', `counter:${folder}`, '-m', 'raw', ...policy)
  }
  add('COUNTER', at('out'))
  if (hasPages) admin('lpadmin', '-p', 'PAGE', '-E', '-v', `page:${at('pages')}`, '-P', pageModel)
  return {
    socketPath: at('run/cups.sock'),
    /** A queue like COUNTER; the answer is the folder of what comes out of it. */
    add: (name: string) => {
      const folder = at(`out-${name}`)
      mkdirSync(folder, { recursive: true })
      chmodSync(folder, 0o777)
      add(name, folder)
      return folder
    },
    remove: (name: string) => admin('lpadmin', '-x', name),
    pause: (name: string, on: boolean) => admin(on ? 'cupsdisable' : 'cupsenable', name),
    /** What came out of PAGE. */
    pages: at('pages'),
    /** What came out, by job title. */
    out: at('out'),
    set: (word: 'paper-out' | 'broken', on: boolean) =>
      on ? writeFileSync(at(`out/${word}`), '') : rmSync(at(`out/${word}`), { force: true }),
    stop: async () => {
      const gone = once(server, 'exit')
      server.kill('SIGKILL')
      await gone
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
