import type { CategorySlug } from '#features/catalog/catalog.categories.ts'
import { type FactName, fieldOf } from '#features/catalog/facts/facts.fields.ts'
import { fieldOfFact } from '../../typed-piece.ts'
import { usePieceWords } from '../../web/use-piece-words.ts'
import { Question } from './question.tsx'
import { useFactWords } from './use-fact-words.ts'
import { offered } from './usual-choices.ts'

interface FactQuestionProps {
  category: CategorySlug
  name: FactName
  values: readonly string[]
  error?: string | undefined
  onChange: (values: string[]) => void
}

export const fieldLook =
  'min-h-13 w-full min-w-0 rounded-xs border border-line-strong bg-white px-3.5 py-2 text-lg hover:border-ink focus:border-neel-700 focus:outline-2 focus:-outline-offset-1 focus:outline-neel-700 aria-invalid:border-madder-700'

/** What a category asks for, as tiles to choose from or as a field. */
export function FactQuestion({ category, name, values, error, onChange }: FactQuestionProps) {
  const say = usePieceWords()
  const facts = useFactWords()
  const field = fieldOf(name)
  const asked = say.questions[name] ?? { title: facts.name(name) }
  const isChosen = field.kind === 'choice' || field.kind === 'choices' || field.kind === 'shares'
  return (
    <Question name={fieldOfFact(name)} title={asked.title} text={asked.text} error={error} isGroup={isChosen}>
      {(named) =>
        isChosen ? (
          <Tiles category={category} name={name} values={values} onChange={onChange} />
        ) : (
          <span className="flex items-stretch">
            <input
              {...named}
              name={fieldOfFact(name)}
              value={values[0] ?? ''}
              onChange={(event) => onChange([event.currentTarget.value])}
              inputMode={field.kind === 'number' ? 'decimal' : field.kind === 'licence' ? 'numeric' : undefined}
              enterKeyHint="next"
              autoComplete="off"
              maxLength={field.kind === 'text' ? field.most : 40}
              className={`${fieldLook} ${field.kind === 'number' ? 'max-w-40' : ''}`}
            />
            {field.kind === 'number' && (
              <span className="grid place-items-center border border-line-strong border-l-0 bg-kora px-3.5 text-ink-soft text-sm">
                {facts.unit(field.unit)}
              </span>
            )}
          </span>
        )
      }
    </Question>
  )
}

function Tiles({ category, name, values, onChange }: Omit<FactQuestionProps, 'error'>) {
  const say = usePieceWords()
  const facts = useFactWords()
  const { first, more } = offered(category, name)
  const isOne = fieldOf(name).kind === 'choice'
  const press = (code: string) =>
    onChange(isOne ? [code] : values.includes(code) ? values.filter((one) => one !== code) : [...values, code])
  const tile = (code: string) => (
    <label
      key={code}
      className="grid min-h-12 cursor-pointer place-items-center rounded-xs border border-line-strong bg-paper px-4 text-base hover:border-ink has-checked:border-neel-700 has-checked:bg-neel-700 has-checked:text-white has-focus-visible:outline-2 has-focus-visible:outline-neel-700 has-focus-visible:outline-offset-2"
    >
      <input
        type={isOne ? 'radio' : 'checkbox'}
        name={fieldOfFact(name)}
        value={code}
        checked={values.includes(code)}
        onChange={() => press(code)}
        className="sr-only"
      />
      <span>{facts.choice(code)}</span>
    </label>
  )
  return (
    <>
      <div className="flex flex-wrap gap-2">{first.map(tile)}</div>
      {more.length > 0 && (
        <details open={more.some((code) => values.includes(code)) || undefined}>
          <summary className="link inline-grid min-h-12 cursor-pointer items-center text-base">{say.more}</summary>
          <div className="flex flex-wrap gap-2 pt-2">{more.map(tile)}</div>
        </details>
      )}
    </>
  )
}
