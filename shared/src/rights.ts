/**
 * Header of every answer to a person: a mark of what his menu roles grant. Another one than before means that an
 * administrator changed a role, so the console reads its menus and buttons again and nobody signs in anew (SPEC 6).
 */
export const RIGHTS_HEADER = 'x-rights'
