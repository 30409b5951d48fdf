import type { InputOf } from '@yibao/shared/call.ts'
import type { roleUser } from '@yibao/shared/calls/role-user.ts'
import type { OrganNode } from '@yibao/shared/entities/permission.ts'
import { checkedOf } from '@yibao/shared/tree.ts'
import { and, asc, count, eq, ilike, isNull, or, type SQL } from 'drizzle-orm'
import type { Context } from '../../call/context.ts'
import { like } from '../../database/like.ts'
import { pageBounds } from '../../database/page.ts'
import { grantsOf } from '../auth/grants.ts'
import { user } from '../auth/tables.ts'
import { store } from '../organisation/tables.ts'
import { companyTree, type Shop, shopsWhere } from './organ-tree.ts'
import { personOf } from './person.ts'
import { visibleUsers } from './reach.ts'

/** Users that a keyword shows in the tree; more means the keyword is too short. */
const most = 200

interface Leaf {
  id: string
  userName: string
  name: string
  storeId: string | null
}

const userNode = ({ id, userName, name, storeId }: Leaf): OrganNode => ({
  key: `user:${id}`,
  kind: 'user',
  name: name ? `${name}（${userName}）` : userName,
  userId: id,
  storeId: storeId ?? undefined,
  leaf: true,
  children: [],
})

/** The administrators, who belong to no store. */
const adminNode = (users: number, children: OrganNode[] = []): OrganNode => ({
  key: 'admin',
  kind: 'admin',
  name: '管理员',
  users,
  children,
})

/** Number of users below every node, and the users that were found as leaves. */
const counted = (node: OrganNode, counts: Map<string, number>, leaves: readonly Leaf[]): OrganNode => {
  if (node.kind === 'store') {
    const children = leaves.filter(({ storeId }) => storeId === node.storeId).map(userNode)
    return { ...node, users: counts.get(node.storeId ?? '') ?? 0, children }
  }
  const children = node.children.map((child) => counted(child, counts, leaves))
  return { ...node, users: children.reduce((sum, child) => sum + (child.users ?? 0), 0), children }
}

const leavesOf = (c: Context, keyword: string, visible: Awaited<ReturnType<typeof visibleUsers>>) =>
  c.db
    .select({ id: user.id, userName: user.userName, name: user.name, storeId: user.storeId })
    .from(user)
    .where(and(visible, or(ilike(user.userName, like(keyword)), ilike(user.name, like(keyword)))))
    .orderBy(asc(user.userName))
    .limit(most)

/** Role/GetUserTree: the left side of user-management. */
export const userTree = async ({ keyword }: { keyword?: string }, c: Context) => {
  const visible = await visibleUsers(c)
  const leaves = keyword ? await leavesOf(c, keyword, visible) : []
  const shops = await shopsWhere(c, c.scope.where(store.id))
  const wanted = new Set(leaves.map(({ storeId }) => storeId))
  const shown = keyword ? shops.filter(({ storeId, name }) => wanted.has(storeId) || name.includes(keyword)) : shops
  const groups = await c.db
    .select({ storeId: user.storeId, n: count() })
    .from(user)
    .where(visible)
    .groupBy(user.storeId)
  const counts = new Map(groups.map(({ storeId, n }) => [storeId ?? '', n]))
  const nodes = companyTree(shown).map((node) => counted(node, counts, leaves))
  const admins = leaves.filter(({ storeId }) => !storeId).map(userNode)
  const withAdmins = keyword ? admins.length : counts.get('')
  return { nodes: withAdmins ? [...nodes, adminNode(counts.get('') ?? 0, admins)] : nodes }
}

const named = (keyword: string) => or(ilike(store.name, like(keyword)), ilike(store.fixmedinsCode, like(keyword)))

const openShops = (c: Context, inside: SQL | undefined, keyword?: string): Promise<Shop[]> =>
  shopsWhere(c, and(inside, eq(store.closed, false), keyword ? named(keyword) : undefined))

/** Role/GetUserCompanyTree: for finding a store; closed ones are left out. */
export const storeTree = async ({ keyword }: InputOf<typeof roleUser.getUserCompanyTree>, c: Context) => ({
  nodes: companyTree(await openShops(c, c.scope.where(store.id), keyword)),
})

/** Role/GetCheckUserCompanyTree: the same with the stores that the user sees checked. */
export const checkedStoreTree = async ({ userId }: { userId: string }, c: Context) => {
  const person = await personOf(c, userId)
  const { stores } = await grantsOf(c.db, person, { storeId: person.storeId ?? undefined })
  const nodes = companyTree(await openShops(c, c.scope.where(store.id)))
  const own = ({ storeId = '' }: OrganNode) => stores === 'all' || stores.includes(storeId)
  return { nodes, ...checkedOf(nodes, { own, self: () => false }) }
}

type Children = InputOf<typeof roleUser.getUserCompanyTreeChildrenPage>

const bare = (node: OrganNode): OrganNode => ({ ...node, children: [] })

const usersBelow = async (c: Context, storeId: string | undefined, paging: Children) => {
  const where = and(await visibleUsers(c), storeId ? eq(user.storeId, storeId) : isNull(user.storeId))
  const { limit, offset } = pageBounds(paging)
  const found = await c.db
    .select({ id: user.id, userName: user.userName, name: user.name, storeId: user.storeId })
    .from(user)
    .where(where)
    .orderBy(asc(user.userName))
    .limit(limit)
    .offset(offset)
  const [total] = await c.db.select({ n: count() }).from(user).where(where)
  return { items: found.map(userNode), total: total?.n ?? 0, totalIsBound: false }
}

/** Role/GetUserCompanyTreeChildrenPage: what is right below a node, for trees of thousands of stores. */
export const treeChildren = async ({ key, ...paging }: Children, c: Context) => {
  const [kind, first, second] = (key ?? '').split(':')
  if (kind === 'store') return usersBelow(c, first, paging)
  if (kind === 'admin') return usersBelow(c, undefined, paging)
  const shops = await shopsWhere(
    c,
    and(
      c.scope.where(store.id),
      kind ? eq(store.companyId, first ?? '') : undefined,
      kind === 'area' ? eq(store.areaCode, second ?? '') : undefined,
    ),
  )
  const companies = companyTree(shops)
  const below = kind
    ? companies.flatMap((one) => (kind === 'area' ? one.children.flatMap((x) => x.children) : one.children))
    : companies
  const { limit, offset } = pageBounds(paging)
  return { items: below.slice(offset, offset + limit).map(bare), total: below.length, totalIsBound: false }
}
