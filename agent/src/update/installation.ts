import { join } from 'node:path'
import type { Installation } from '../install/platform.ts'

/** Folder of everything an update writes before it is in place; nobody but the service may enter it. */
export const updateFolder = ({ data }: Pick<Installation, 'data'>) => join(data, 'update')
