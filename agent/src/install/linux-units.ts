import { programOf, type Scope, unitName, updaterUnit } from './layout.ts'

// systemd's words for the agent: text only, so that they are the same where no systemd runs.

interface UnitPlan {
  root: string
  data: string
  scope: Scope
  version: string
}

/** The account of a system installation. */
export const account = unitName

const quoted = (path: string) => `"${path.replaceAll('%', '%%')}"`

/** The gateway. It starts its desk itself, so both end with the unit. */
export const gatewayUnit = ({ root, data, scope, version }: UnitPlan): string => `[Unit]
Description=医保云本机助手
After=network.target
StartLimitIntervalSec=0

[Service]
ExecStart=${quoted(programOf(root, version))} gateway
Restart=always
RestartSec=5
UMask=0077
NoNewPrivileges=yes
${scope === 'system' ? `User=${account}\nProtectSystem=strict\nProtectHome=yes\nPrivateTmp=yes\nReadWritePaths=${quoted(data)}\n` : ''}
[Install]
WantedBy=${scope === 'system' ? 'multi-user.target' : 'default.target'}
`

/** The updater. It changes the installation, so in a system one it is root's. */
export const updaterUnitText = ({ root, scope, version }: UnitPlan): string => `[Unit]
Description=医保云本机助手 更新

[Service]
Type=exec
ExecStart=${quoted(programOf(root, version))} update

[Install]
WantedBy=${scope === 'system' ? 'multi-user.target' : 'default.target'}
`

/** The file by which the gateway, which may not start root's units, asks for the updater. */
export const requestFile = (data: string): string => `${data}/update/requested`

/** Starts the updater when that file is written. */
export const requestUnit = ({ data }: UnitPlan): string => `[Unit]
Description=医保云本机助手 更新请求

[Path]
PathChanged=${requestFile(data).replaceAll('%', '%%')}
Unit=${updaterUnit}.service

[Install]
WantedBy=multi-user.target
`

/** Where systemd looks for the units of all users, or of this one. */
export const unitFolder = (scope: Scope, home: string): string =>
  scope === 'system' ? '/etc/systemd/system' : `${process.env.XDG_CONFIG_HOME ?? `${home}/.config`}/systemd/user`
