/** Version of this console; the build fills it in. */
export const version = typeof __VERSION__ === 'string' ? __VERSION__ : '0.0.0'
