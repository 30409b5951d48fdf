/** Version of the console, from its package.json. */
declare const __VERSION__: string
/** Build time in unix ms. */
declare const __BUILD_TIME__: number
/** Pinyin initials of the pages' titles by row name. */
declare const __INITIALS__: Record<string, string>
/** The lists that the page search asks for records. */
declare const __RECORDS__: import('@yibao/shared/record-search.ts').SearchedList[]
