import { createHash } from 'node:crypto'
import { ForbiddenException, Injectable, UnauthorizedException } from '@nestjs/common'
import { Reflector } from '@nestjs/core'

// Who asks, read at every request from the tables that the server itself uses, in one prepared statement.

const lookup = `
select u.id, u.stopped, u.is_super_admin, s.area_code, s.store_id, s.expires_at,
  (select coalesce(json_agg(r.menus), '[]') from user_menu_role m join menu_role r on r.id = m.role_id and r.enabled
    where m.user_id = u.id) as menus,
  case when s.store_id is null then (select coalesce(json_agg(t.id), '[]') from store t
    where (s.area_code is null or t."areaCode" = s.area_code) and (u.is_super_admin
      or t."areaCode" in (select jsonb_array_elements_text(d.areas) from user_data_role x
        join data_role d on d.id = x.role_id and d.enabled where x.user_id = u.id)
      or t.id in (select jsonb_array_elements_text(d.stores) from user_data_role x
        join data_role d on d.id = x.role_id and d.enabled where x.user_id = u.id))) end as stores
from session s join user_account u on u.id = s.user_id where s.token_hash = $1`

/** The session behind the bearer token; puts the user on the request. */
export const sessionGuardOver = (pool) => {
  class SessionGuard {
    async canActivate(context) {
      const request = context.switchToHttp().getRequest()
      const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1]
      if (!token) throw new UnauthorizedException()
      const hash = createHash('sha256').update(token).digest('hex')
      const { rows } = await pool.query({ name: 'session', text: lookup, values: [hash] })
      const found = rows[0]
      if (!found || found.stopped || found.expires_at <= new Date()) throw new UnauthorizedException()
      request.user = {
        id: found.id,
        isSuperAdmin: found.is_super_admin,
        menus: new Set(found.menus.flat()),
        place: found.store_id
          ? { stores: [found.store_id] }
          : { stores: found.stores, areaCode: found.area_code ?? undefined },
      }
      return true
    }
  }
  Injectable()(SessionGuard)
  return new SessionGuard()
}

export const Menus = Reflector.createDecorator()

/** Any of the menus that the handler names with Menus. */
export class MenuGuard {
  #reflector = new Reflector()
  canActivate(context) {
    const { user } = context.switchToHttp().getRequest()
    const wanted = this.#reflector.get(Menus, context.getHandler()) ?? []
    if (!user.isSuperAdmin && !wanted.some((menu) => user.menus.has(menu))) throw new ForbiddenException()
    return true
  }
}
Injectable()(MenuGuard)
