import 'reflect-metadata'
import {
  Controller,
  Dependencies,
  Get,
  Injectable,
  Module,
  Query,
  Req,
  UseGuards,
  UseInterceptors,
  ValidationPipe,
} from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { Type } from 'class-transformer'
import { IsIn, IsInt, IsOptional, Matches, Max, MaxLength, Min } from 'class-validator'
import { map } from 'rxjs'
import { openPool } from '../orders/beside.ts'
import { resultOf } from '../orders/page.ts'
import { MenuGuard, Menus, sessionGuardOver } from './nest-session.js'

// The page with all that the server does around it, as NestJS has it: guards for session and permission, a validation
// pipe for the input, an interceptor for the envelope. Decorators do not run under type stripping: applied by hand.

const pool = openPool()

const apply = (target, key, ...decorators) => {
  const descriptor = Object.getOwnPropertyDescriptor(target, key)
  for (const decorate of decorators) decorate(target, key, descriptor)
}

/** Paging and the filters of the list; the bench asks for pages only. */
class PageQuery {
  page = 1
  pageSize = 10
}
const isDay = Matches(/^\d{4}-\d{2}-\d{2}$/)
const isMoney = Matches(/^-?\d{1,12}\.\d{2}$/)
const isCode = Matches(/^[\w.-]{1,30}$/)
const fields = {
  page: [Type(() => Number), IsInt(), Min(1)],
  pageSize: [Type(() => Number), IsInt(), Min(1), Max(100)],
  ...{ from: [isDay], to: [isDay], storeId: [Matches(/^[0-9a-zA-Z-]{1,40}$/)], keyword: [MaxLength(60)] },
  ...{ name: [MaxLength(50)], operatorName: [MaxLength(50)], insutype: [isCode], medicalType: [isCode] },
  ...{ status: [IsIn([...'01234567'])], source: [IsIn([...'12345'])], outFlag: [IsIn(['0', '1'])] },
  ...{ minTotal: [isMoney], maxTotal: [isMoney] },
}
for (const [name, decorators] of Object.entries(fields))
  for (const decorate of [IsOptional(), ...decorators]) decorate(PageQuery.prototype, name)

class Orders {
  paged(place, { page, pageSize }) {
    return resultOf(pool, place, page, pageSize)
  }
}
Injectable()(Orders)

class EnvelopeInterceptor {
  intercept(_, next) {
    const rest = { resultNotice: null, statusCode: 200, resultExtendInfo: null, error: null, confimResultInfo: null }
    return next.handle().pipe(map((result) => ({ success: true, result, ...rest })))
  }
}
Injectable()(EnvelopeInterceptor)

class OrderController {
  constructor(orders) {
    this.orders = orders
  }
  paged(request, query) {
    return this.orders.paged(request.user.place, query)
  }
}
apply(OrderController.prototype, 'paged', Get('paged'), Menus(['OrderManagement', 'SwipingCard', 'PrintSettlement']))
Req()(OrderController.prototype, 'paged', 0)
Query()(OrderController.prototype, 'paged', 1)
Reflect.defineMetadata('design:paramtypes', [Object, PageQuery], OrderController.prototype, 'paged')
UseGuards(sessionGuardOver(pool), new MenuGuard())(OrderController)
UseInterceptors(new EnvelopeInterceptor())(OrderController)
Dependencies(Orders)(OrderController)
Controller('order')(OrderController)

class App {}
Module({ controllers: [OrderController], providers: [Orders] })(App)

const app = await NestFactory.create(App, { logger: false })
app.useGlobalPipes(new ValidationPipe({ transform: true, whitelist: true }))
await app.listen(0, '127.0.0.1')
process.send?.({ port: app.getHttpServer().address().port })
