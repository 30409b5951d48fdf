import { Group } from '../kit/index.ts'

/** What is said of an order, sentence by sentence; nothing where nothing is. */
export const Sentences = ({ title, sentences }: { title: string; sentences: readonly string[] }) =>
  sentences.length > 0 && (
    <Group title={title}>
      <ul>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </Group>
  )
