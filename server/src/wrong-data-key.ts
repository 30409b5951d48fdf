/** This process has no key, or another one than the database's personal data is sealed with; the message says what to do. */
export class WrongDataKey extends Error {}
