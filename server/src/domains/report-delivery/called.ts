import { and, eq } from 'drizzle-orm'
import type { Database } from '../../database/open.ts'
import type { Definition } from '../report/defined/place.ts'
import { reportVersion } from '../report/defined/tables.ts'

/** A report as its notices name it: its code, and the name of the version in force. */
export const calledOf = async (db: Database, { id, code, published, version }: Definition): Promise<string> => {
  const [named] = await db
    .select({ content: reportVersion.content })
    .from(reportVersion)
    .where(and(eq(reportVersion.definitionId, id), eq(reportVersion.version, published ?? version)))
  return `${code} ${named?.content.name ?? ''}`
}

/** Where the report is found among its keeper's. */
export const managerLink = ({ code }: Pick<Definition, 'code'>) => ({
  title: '打开报表管理',
  path: `/report-management/report-manager?code=${encodeURIComponent(code)}`,
})
