import { Icon } from '#web/ui/icon.tsx'
import { usePieceWords } from '../../web/use-piece-words.ts'
import { fieldLook } from './fact-question.tsx'
import { Question } from './question.tsx'

interface StepperQuestionProps {
  value: string
  error?: string | undefined
  onChange: (value: string) => void
}

const side =
  'grid size-14 flex-none place-items-center border border-line-strong bg-paper hover:bg-kora disabled:text-ink-mute'

/** How many pieces: one less, a field, one more. */
export function StepperQuestion({ value, error, onChange }: StepperQuestionProps) {
  const say = usePieceWords()
  const count = /^\d+$/.test(value) ? Number(value) : 0
  return (
    <Question name="stock" title={say.stockTitle} text={say.stockText} error={error}>
      {(named) => (
        <span className="flex max-w-80">
          <button
            type="button"
            aria-label={say.oneLess(say.howMany)}
            disabled={count === 0}
            onClick={() => onChange(String(Math.max(0, count - 1)))}
            className={side}
          >
            <Icon name="minus" />
          </button>
          <input
            {...named}
            name="stock"
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
            inputMode="numeric"
            enterKeyHint="next"
            autoComplete="off"
            maxLength={7}
            className={`${fieldLook} figures min-h-14 rounded-none text-center`}
          />
          <button
            type="button"
            aria-label={say.oneMore(say.howMany)}
            onClick={() => onChange(String(count + 1))}
            className={side}
          >
            <Icon name="plus" />
          </button>
        </span>
      )}
    </Question>
  )
}
