import { type Dialogs, Modal } from '../kit/index.ts'
import { type PersonRead, ReadPerson } from './read-person.tsx'

/** Asks for a person's card or code; undefined when none was read. `then` = what comes of it. */
export const askPerson = (dialogs: Dialogs, title: string, then: string): Promise<PersonRead | undefined> =>
  dialogs.open<PersonRead | undefined>((done) => (
    <Modal open title={title} footer={null} width={480} onCancel={() => done(undefined)}>
      <ReadPerson inDialog then={then} onRead={(_, person) => done(person)} />
    </Modal>
  ))
