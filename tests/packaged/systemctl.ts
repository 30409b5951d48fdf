import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

// Enough of `systemctl --user` for a machine on which no systemd runs: it starts what a unit's ExecStart says, keeps its
// process id and ends it. The units themselves are the real ones.
const script = (units: string, pids: string) => `#!/bin/sh
shift # --user
for unit; do :; done
file="${units}/$unit"
pid="${pids}/$unit"
alive() { [ -f "$pid" ] && kill -0 "$(/bin/cat "$pid")" 2>/dev/null; }
end() {
  alive || return 0
  kill "$(/bin/cat "$pid")"
  while alive; do /bin/sleep 0.05; done
}
case "$1" in
  is-system-running) echo running ;;
  show) if alive; then echo active; else echo inactive; fi ;;
  start)
    alive && exit 0
    command=$(/bin/sed -n 's/^ExecStart=//p' "$file")
    eval "exec /usr/bin/setsid $command" >/dev/null 2>&1 </dev/null &
    echo $! >"$pid"
    ;;
  stop) end ;;
  disable) [ "$2" = --now ] && end ;;
esac
exit 0
`

/** A folder for PATH with a systemctl in it that knows the units of this folder. */
export const standInSystemctl = (folder: string, units: string): string => {
  const pids = join(folder, 'pids')
  mkdirSync(pids, { recursive: true })
  const file = join(folder, 'systemctl')
  writeFileSync(file, script(units, pids))
  chmodSync(file, 0o755)
  return folder
}
