import type { MustChange } from '@yibao/shared/password.ts'
import type { Me } from '@yibao/shared/permission.ts'

/** Who looks at the console as somebody else sees it, and until when. */
export interface Viewer {
  userId: string
  userName: string
  name: string
  /** His own session, whose end ends the view. */
  sessionId: string
}

/** The session's user with his grants. */
export interface SessionUser extends Me {
  sessionId: string
  /** When the token of this request was issued; renewal goes by it. */
  tokenIssuedAt: Date
  userId: string
  userName: string
  /** Name on slips and logs. */
  name: string
  guest: boolean
  /** What the console runs in, as the silent login of the session said (activationBox). */
  interactiveMode?: string
  /** This session may only change the password. */
  mustChange?: MustChange
  areaCode?: string
  storeId?: string
  companyId?: string
  /** Stores the data roles open; 'all' for a super administrator without an area. */
  stores: 'all' | string[]
  /** Another one as soon as what the menu roles grant is another (rights.ts). */
  rights: string
  /** Somebody else looks through this session, which reads and changes nothing. */
  viewedBy?: Viewer
  /** When this token ends. */
  expiresAt?: Date
}
