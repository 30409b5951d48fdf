import type { ButtonCode } from './call.ts'

/** One route of SPEC 2. Routes, sidebar, breadcrumb, titles, permissions and the e2e list all come from these rows. */
export interface MenuRow {
  /** Route name, unique; the tab's cache key. */
  name: string
  /** Absolute path. */
  path: string
  title: string
  menuCode: string
  /** Section it belongs to; sections themselves have none. */
  section?: string
  icon?: string
  buttons?: ButtonCode[]
  /** Not in the sidebar; always kept by the permission filter (SPEC 6). */
  hidden?: true
  /** Pinned tab. */
  affix?: true
  noCache?: true
  /** The shell steps back for it: sidebar closed, narrow bars, no breadcrumb (ux 2.1). */
  counter?: true
  /** Fills the window by itself: no sidebar, no tabs. */
  alone?: true
  /** Reached without the login check. */
  public?: true
  /** Same page under another path; `of` is the canonical row's name. */
  of?: string
  /** Kinds of users that lose it (SPEC 6): without the flag isSuperAdmin, without isAdminUser. */
  denied?: 'notSuper' | 'notAdmin'
}
