import { type DriverInfo, driverInfo } from '@yibao/shared/agent/entities.ts'
import * as z from 'zod/mini'
import { AgentError } from '../../agent-error.ts'
import { askDesk, deadlines } from './ask.ts'
import type { Desk } from './port.ts'

const list = z.array(driverInfo)

/** After these events of the desk a manifest may be another one. */
const changes = ['desk.state', 'driver.state']

/**
 * The class that a driver's manifest gives a function, asked of the desk once and again after anything changed there:
 * two messages less per DLL call. The desk holds every call against the class it was let through with, so an outdated
 * answer can only refuse a call.
 */
export class FunctionClasses {
  #rows: Promise<DriverInfo[]> | undefined
  readonly #desk: Desk

  constructor(desk: Desk) {
    this.#desk = desk
    desk.onEvent((event) => {
      if (changes.includes(event)) this.forget()
    })
  }

  forget() {
    this.#rows = undefined
  }

  /** Throws DRIVER_UNKNOWN, ARGS_INVALID for an unknown function, or what the desk says. */
  async of(driver: unknown, name: unknown) {
    const found = (await this.#list()).find((one) => one.id === driver)
    if (!found) throw new AgentError('DRIVER_UNKNOWN')
    const declared = found.functions.find((one) => one.name === name)
    if (!declared) throw new AgentError('ARGS_INVALID')
    return declared.class
  }

  #list() {
    if (this.#rows) return this.#rows
    const asked = askDesk(this.#desk, { verb: 'drivers.list', shape: list, deadlineMs: deadlines.list })
    this.#rows = asked
    asked.catch(() => {
      if (this.#rows === asked) this.forget()
    })
    return asked
  }
}
