import { type Dialogs, Modal } from '../kit/index.ts'
import { ReadPerson, type ReadPersonResult } from '../reading/read-person.tsx'

/** Asks for a person's card or code; undefined when none was read. */
export const askPerson = (dialogs: Dialogs, title: string, purpose: string): Promise<ReadPersonResult | undefined> =>
  dialogs.open((done) => (
    <Modal open title={title} footer={null} width={480} onCancel={() => done(undefined)}>
      <ReadPerson purpose={purpose} onRead={done} />
    </Modal>
  ))
