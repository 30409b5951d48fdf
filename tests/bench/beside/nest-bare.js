import 'reflect-metadata'
import { Controller, Dependencies, Get, Injectable, Module, Query } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { openPool, place } from '../orders/beside.ts'
import { pageOf } from '../orders/page.ts'

// The page alone on NestJS with its express adapter: nobody is asked who he is. Decorators do not run under type stripping: they are applied by hand.

const apply = (target, key, ...decorators) => {
  const descriptor = Object.getOwnPropertyDescriptor(target, key)
  for (const decorate of decorators) decorate(target, key, descriptor)
}

class Orders {
  pool = openPool()
  page(who, page) {
    return pageOf(this.pool, place(who), page)
  }
}
Injectable()(Orders)

class OrderController {
  constructor(orders) {
    this.orders = orders
  }
  paged(who, page) {
    return this.orders.page(who, Number(page ?? 1))
  }
}
apply(OrderController.prototype, 'paged', Get('paged'))
Query('who')(OrderController.prototype, 'paged', 0)
Query('page')(OrderController.prototype, 'paged', 1)
Dependencies(Orders)(OrderController)
Controller('order')(OrderController)

class App {}
Module({ controllers: [OrderController], providers: [Orders] })(App)

const app = await NestFactory.create(App, { logger: false })
await app.listen(0, '127.0.0.1')
process.send?.({ port: app.getHttpServer().address().port })
