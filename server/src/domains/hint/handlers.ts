import type { hintMessage as calls } from '@yibao/shared/calls/hint.ts'
import type { Handlers } from '../../call/mount.ts'
import { dropIndex, optimise, startBuild } from './full-text/build.ts'
import { searchHints } from './full-text/search.ts'
import { indexRows } from './full-text/state.ts'
import { guidesFor, testMessage } from './guides.ts'
import { addHint, editHint, findHint, removeHint } from './library.ts'
import { editRegex, regexList } from './regexes.ts'
import { hintRows } from './rows.ts'

/** Every HintMessage call of SPEC 7 and those of its two pages (domain.md 8.2). */
export const hintMessageHandlers: Handlers<typeof calls> = {
  hintMessagePageQuery: (filters, c) => hintRows.page(c, filters),
  getRegexList: ({ keyword }, c) => regexList(c, keyword),
  getHintMessageInfo: async ({ id }, c) => (await findHint(c, id)).row,
  addHintMessageInfo: addHint,
  editHintMessageInfo: editHint,
  delHintMessageInfo: ({ id }, c) => removeHint(id, c),
  editRegexInfo: editRegex,
  testMessage: (asked, c) => testMessage(c, asked),
  indexPaged: (_, c) => indexRows(c),
  createLuceneIndex: async (_, c) => ({ progressId: await startBuild(c) }),
  optimiseLuceneIndex: (_, c) => optimise(c),
  deleteLuceneIndex: (_, c) => dropIndex(c),
  searchFromLucene: ({ keyword }, c) => searchHints(c, keyword),
  getGuideListByMsg: (asked, c) => guidesFor(c, asked),
}
