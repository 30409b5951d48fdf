import { metaOf } from '@yibao/shared/field.ts'
import { Button, Input, Select } from 'antd'
import { useId, useState } from 'react'
import { problemOf } from '../fields.ts'
import styles from './flow.module.css'
import type { Question } from './types.ts'

/** More answers than this become a list to choose from. */
const mostButtons = 5

interface Props {
  question: Question
  onAnswer: (value: string) => void
}

const Choose = ({ question, onAnswer }: Props & { question: Extract<Question, { kind: 'choose' }> }) => {
  const id = useId()
  const [value, setValue] = useState(question.options[0]?.value ?? '')
  if (question.options.length <= mostButtons)
    return (
      <fieldset className={styles.answers}>
        <legend>{question.text}</legend>
        {question.options.map((option, i) => (
          <Button
            key={option.value}
            type={i ? 'default' : 'primary'}
            autoFocus={i === 0}
            onClick={() => onAnswer(option.value)}
          >
            {option.text}
          </Button>
        ))}
      </fieldset>
    )
  return (
    <div className={styles.enter}>
      <label htmlFor={id}>{question.text}</label>
      <Select
        id={id}
        autoFocus
        showSearch={{ optionFilterProp: 'label' }}
        value={value}
        options={question.options.map((one) => ({ value: one.value, label: one.text }))}
        onChange={setValue}
      />
      <Button type="primary" onClick={() => onAnswer(value)}>
        选择
      </Button>
    </div>
  )
}

const Enter = ({ question, onAnswer }: Props & { question: Extract<Question, { kind: 'enter' }> }) => {
  const id = useId()
  const [value, setValue] = useState('')
  const [wrong, setWrong] = useState<string>()
  const { field, hint, link, okText, text } = question
  const send = () => {
    const problem = problemOf(field, value)
    setWrong(problem)
    if (!problem) onAnswer(value)
  }
  return (
    <div className={styles.enter}>
      <label htmlFor={id}>{text}</label>
      <Input
        id={id}
        autoFocus
        autoComplete="off"
        maxLength={metaOf(field)?.max}
        value={value}
        status={wrong && 'error'}
        aria-invalid={wrong ? true : undefined}
        aria-describedby={wrong ? `${id}-wrong` : undefined}
        onChange={(event) => setValue(event.target.value)}
        onPressEnter={(event) => {
          event.preventDefault()
          if (!event.nativeEvent.isComposing) send()
        }}
      />
      <Button type="primary" onClick={send}>
        {okText}
      </Button>
      {wrong && (
        <p id={`${id}-wrong`} className={styles.wrong}>
          {wrong}
        </p>
      )}
      {hint && <p className={styles.hint}>{hint}</p>}
      {link && (
        <a href={link.href} target="_blank" rel="noreferrer">
          {link.text}
        </a>
      )}
    </div>
  )
}

/** A question of the running check; the first answer, or Enter, goes on. */
export const QuestionPanel = ({ question, onAnswer }: Props) => (
  <div className={styles.question}>
    {question.kind === 'choose' ? (
      <Choose question={question} onAnswer={onAnswer} />
    ) : (
      <Enter question={question} onAnswer={onAnswer} />
    )}
  </div>
)
