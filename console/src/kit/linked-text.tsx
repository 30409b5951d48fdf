import { withLinks } from '@yibao/shared/link.ts'

/** Words of a person or of the hint library, their addresses to be followed; a page opens beside this one. */
export const LinkedText = ({ text }: { text: string }) =>
  withLinks(text).map((part, i) =>
    part.link ? (
      <a key={i} href={part.text} target="_blank" rel="noreferrer">
        {part.text.replace(/^(mailto|tel):/i, '')}
      </a>
    ) : (
      part.text
    ),
  )
