/** Version of this console; the build fills it in. */
export const version = typeof __VERSION__ === 'string' ? __VERSION__ : '0.0.0'

/** When this console was built, unix ms; outside of a build the constant of SPEC 9. */
export const buildTime = typeof __BUILD_TIME__ === 'number' ? __BUILD_TIME__ : 1729756388452
