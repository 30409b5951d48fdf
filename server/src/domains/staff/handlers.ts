import type { department, doctor, insPractitioner } from '@yibao/shared/calls/staff.ts'
import type { Handlers } from '../../call/mount.ts'
import { giveAccount } from './account.ts'
import { syncDepartments, uploadAll } from './department-batch.ts'
import { uploadOne, withdrawOne } from './department-centre.ts'
import { departmentOf, departmentRows, shownDepartment } from './department-rows.ts'
import { addDepartment, updateDepartment } from './departments.ts'
import { doctorRows, wireDoctor } from './doctor-rows.ts'
import { addDoctor, doctorOf, removeDoctor, storeDoctors, updateDoctor } from './doctors.ts'
import { practitionerRows } from './practitioner-rows.ts'
import { bindPractitioner, queryByName, syncStaff } from './practitioners.ts'
import { updateDoctorByOnce } from './update-at-once.ts'

/** Every Doctor call of SPEC 7 (domain.md 8.4). */
export const doctorHandlers: Handlers<typeof doctor> = {
  paged: (filters, c) => doctorRows.page(c, filters),
  storeDoctors,
  get: async ({ id }, c) => {
    const { one, storeName } = await doctorOf(c, id)
    return wireDoctor(one, storeName, c.now)
  },
  add: addDoctor,
  update: updateDoctor,
  account: giveAccount,
  remove: removeDoctor,
  updateDoctorByOnce,
}

export const insPractitionerHandlers: Handlers<typeof insPractitioner> = {
  paged: (filters, c) => practitionerRows.page(c, filters),
  syncMedicalStaffs: syncStaff,
  insPractitionerQueryByName: queryByName,
  bind: bindPractitioner,
}

export const departmentHandlers: Handlers<typeof department> = {
  paged: (filters, c) => departmentRows.page(c, filters),
  add: addDepartment,
  update: updateDepartment,
  upload: async ({ id }, c) => {
    const { one, shop } = await departmentOf(c, id)
    await uploadOne(c, shop, one)
    return shownDepartment(c, id)
  },
  uploadAll,
  revoke: async ({ id, known }, c) => {
    const { one, shop } = await departmentOf(c, id)
    await withdrawOne(c, shop, { ...one, known })
    return null
  },
  sync: syncDepartments,
}
