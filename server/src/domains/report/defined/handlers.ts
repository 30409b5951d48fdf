import type { reportDefinition as calls } from '@yibao/shared/calls/report-definition.ts'
import type { Handlers } from '../../../call/mount.ts'
import { visibleMenuRoles } from '../../permission/roles.ts'
import {
  addDefinition,
  copyDefinition,
  definitionDetail,
  publishDefinition,
  restoreDefinition,
  saveDefinition,
  switchDefinition,
} from './keep.ts'
import { pagedDefinitions } from './rows.ts'
import { previewReport, runReport } from './run.ts'

export const reportDefinitionHandlers: Handlers<typeof calls> = {
  paged: pagedDefinitions,
  get: definitionDetail,
  roles: async (_, c) => ({
    // A role that does not open the page would never see what is published for it.
    items: (await visibleMenuRoles(c))
      .filter(({ enabled, menus }) => enabled && menus.includes('ReportManager'))
      .map(({ id, name }) => ({ id, name })),
  }),
  add: addDefinition,
  save: saveDefinition,
  restore: restoreDefinition,
  copy: copyDefinition,
  publish: publishDefinition,
  stop: switchDefinition(true),
  resume: switchDefinition(false),
  preview: previewReport,
  run: runReport,
}
