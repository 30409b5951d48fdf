import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type AppIcons, appTitle } from './app-icons.ts'
import { unitName } from './layout.ts'

const file = `/usr/share/applications/${unitName}.desktop`
const browsers = [
  '/usr/bin/microsoft-edge',
  '/usr/bin/microsoft-edge-stable',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
]

const entry = (browser: string, args: readonly string[], icon: string) => `[Desktop Entry]
Type=Application
Name=${appTitle}
Comment=医保云的收银窗口
Exec="${browser}" ${args.join(' ')}
Icon=${icon}
Terminal=false
Categories=Office;
`

/** The entry in the menu of every user; `at` puts another folder before the absolute paths (tests). */
export const linuxIcons = (at = ''): AppIcons => ({
  browser: async () => browsers.find((one) => existsSync(at + one)),
  write: async (...of) => {
    mkdirSync(dirname(at + file), { recursive: true })
    writeFileSync(at + file, entry(...of))
  },
  has: async (...of) => existsSync(at + file) && readFileSync(at + file, 'utf8') === entry(...of),
  remove: async () => rmSync(at + file, { force: true }),
  picture: join('console', 'favicon.svg'),
})
