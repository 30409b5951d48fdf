/**
 * No server starts like this: with such a setting, without the key of the database's personal data, on the database of a
 * newer version. The message, in Chinese, says what to do.
 */
export class NotStarted extends Error {}
