/** Version of the console, from its package.json. */
declare const __VERSION__: string
/** Build time in unix ms. */
declare const __BUILD_TIME__: number
