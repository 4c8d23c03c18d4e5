import { Fragment } from 'react'
import { formatRupeesShort, readRupees } from '#shared/money.ts'
import { plainDigits } from '#shared/reading/digits.ts'
import { useHydrated } from '#web/hooks/use-hydrated.ts'
import { Button } from '#web/ui/button.tsx'
import { HiddenFields } from '#web/ui/hidden-fields.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Refusal } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Stitch } from '#web/ui/stitch.tsx'
import { useLanguage } from '#web/words.tsx'
import { TaskBar } from '../../../web/task.tsx'
import { factsAsked, fieldOfFact, slugOf } from '../../typed-piece.ts'
import { usePieceWords } from '../../web/use-piece-words.ts'
import { CategoryQuestion } from './category-question.tsx'
import { FactQuestion, fieldLook } from './fact-question.tsx'
import { PhotoSlots } from './photo-slots.tsx'
import { PieceLeftOver } from './piece-left-over.tsx'
import { Question } from './question.tsx'
import { StepperQuestion } from './stepper-question.tsx'
import { useOnline } from './use-online.ts'
import { type PieceFormOf, usePieceForm } from './use-piece-form.ts'

interface PieceFormProps extends PieceFormOf {
  /** Of the profit, for makers. */
  percent: number
  /** A piece that is there has its own stepper, which acts at once. */
  hasStock: boolean
  fields: Record<string, string>
  button: string
}

const MAX_NAME = 200
const MAX_ABOUT = 2000

/** One question after the other; also works without JavaScript. */
export function PieceForm({ percent, hasStock, fields, button, ...of }: PieceFormProps) {
  const say = usePieceWords()
  const language = useLanguage()
  const hydrated = useHydrated()
  const form = usePieceForm(of)
  const { typed, type, typeFact, found } = form
  const category = slugOf(typed.category)
  const price = readRupees(plainDigits(typed.makerPrice))
  return (
    <form
      {...form.attributes}
      noValidate={hydrated}
      inert={form.isOnWay}
      className="grid items-start gap-4 lg:grid-cols-2"
    >
      <HiddenFields
        values={{ intent: of.intent, language, ...fields, ...(hydrated ? {} : { category: typed.category }) }}
      />
      {form.left && (
        <div className="lg:col-span-2">
          <PieceLeftOver left={form.left} start={of.start} pictures={of.pictures} />
        </div>
      )}
      <Panel className="p-4">
        <PhotoSlots photos={form.photos} error={found.pictures} plain={form.plain} />
      </Panel>
      <Panel className="grid gap-5 p-4">
        <Question name="name" title={say.whatName} text={say.whatNameText} error={found.name}>
          {(named) => (
            <input
              {...named}
              name="name"
              value={typed.name}
              onChange={(event) => type({ name: event.currentTarget.value })}
              enterKeyHint="next"
              autoComplete="off"
              maxLength={MAX_NAME}
              className={fieldLook}
            />
          )}
        </Question>
        <CategoryQuestion
          category={typed.category}
          page={of.page}
          error={found.category}
          onChange={(path) => type({ category: path })}
        />
        <Stitch />
        <Question name="makerPrice" title={say.priceTitle} text={say.priceText} error={found.makerPrice}>
          {(named) => (
            <>
              <span className="flex">
                <span
                  aria-hidden="true"
                  className="grid place-items-center border border-line-strong border-r-0 bg-kora px-4 text-ink-soft"
                >
                  ₹
                </span>
                <input
                  {...named}
                  name="makerPrice"
                  value={typed.makerPrice}
                  onChange={(event) => type({ makerPrice: event.currentTarget.value })}
                  inputMode="decimal"
                  enterKeyHint="next"
                  autoComplete="off"
                  maxLength={12}
                  className={`${fieldLook} figures font-semibold`}
                />
              </span>
              <p className="text-ink-soft text-sm">
                {price && price > 0 ? say.priceYours(formatRupeesShort(price), percent) : say.priceYoursUntold(percent)}
              </p>
            </>
          )}
        </Question>
        {hasStock && (
          <>
            <Stitch />
            <StepperQuestion value={typed.stock} error={found.stock} onChange={(stock) => type({ stock })} />
          </>
        )}
        {category &&
          factsAsked(category).map((name) => (
            <Fragment key={name}>
              <Stitch />
              <FactQuestion
                category={category}
                name={name}
                values={typed.facts[name] ?? []}
                error={found[fieldOfFact(name)]}
                onChange={(values) => typeFact(name, values)}
              />
            </Fragment>
          ))}
      </Panel>
      <Panel className="p-4">
        <Question name="about" title={say.aboutTitle} text={say.aboutText} error={found.description}>
          {(named) => (
            <textarea
              {...named}
              name="about"
              value={typed.about}
              onChange={(event) => type({ about: event.currentTarget.value })}
              rows={3}
              maxLength={MAX_ABOUT}
              className={fieldLook}
            />
          )}
        </Question>
      </Panel>
      <TaskBar className="lg:col-span-2 lg:max-w-96 lg:justify-self-end">
        <Refusal message={form.message} />
        <Kept isKept={form.isKept} isWaiting={form.isWaiting} />
        <Button type="submit" block busy={form.isBusy} busyLabel={say.sending}>
          {button}
        </Button>
      </TaskBar>
    </form>
  )
}

/** Whether it is kept here, and that nothing is sent yet. */
function Kept({ isKept, isWaiting }: { isKept: boolean | undefined; isWaiting: boolean }) {
  const say = usePieceWords()
  const isOnline = useOnline()
  if (isWaiting || !isOnline)
    return (
      <p
        role="status"
        className="flex items-start gap-2 border-haldi-700 border-l-4 bg-haldi-100 p-3 text-haldi-700 text-sm"
      >
        <Icon name="warn" size="sm" />
        <span>{isOnline ? say.waitsForNet : say.offline}</span>
      </p>
    )
  if (isKept === undefined) return null
  return (
    <p className={`flex items-center gap-2 text-sm ${isKept ? 'text-neem-700' : 'text-haldi-700'}`}>
      <Icon name={isKept ? 'check' : 'warn'} size="sm" />
      <span>{isKept ? say.kept : say.notKept}</span>
    </p>
  )
}
