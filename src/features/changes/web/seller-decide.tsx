import { type ReactNode, useId, useRef } from 'react'
import type { Percentages } from '#features/prices/prices.percentages.ts'
import { type Language, langOf } from '#shared/languages.ts'
import { minus, NO_MONEY } from '#shared/money.ts'
import { useForm } from '#web/hooks/use-form.ts'
import { useSend } from '#web/hooks/use-send.ts'
import { useMay } from '#web/rights.ts'
import { Button } from '#web/ui/button.tsx'
import { TextAreaField } from '#web/ui/field.tsx'
import { HiddenFields } from '#web/ui/hidden-fields.tsx'
import { Notice, Refusal } from '#web/ui/notice.tsx'
import { SendFailed } from '#web/ui/send-failed.tsx'
import type { Change } from '../changes.contract.ts'
import { MAX_SENTENCE } from '../changes.states.ts'
import { readySentences } from './ready-sentences.ts'
import { Key } from './seller-key.tsx'
import { judgeNewPiece, type NewPieceField, NewPieceFields, newPieceFields } from './seller-new-piece-fields.tsx'

interface DecideProps {
  change: Change
  language: Language
  percentages: Percentages
  next: string | undefined
}

/** Approve, or send back with a sentence. Both are forms, so that they work without scripts. */
export function Decide({ change, language, percentages, next = '' }: DecideProps) {
  const approveForm = useId()
  const may = useMay()
  const seen = {
    ...{ id: change._id, edition: String(change.edition), next },
    ...('version' in change ? { version: String(change.version) } : {}),
  }
  const mayApprove = may('money') || !isLoss(change)
  return (
    <div className="border-line border-t">
      {!mayApprove && (
        <Notice tone="ask">
          At this maker’s price the shop bears a loss. Somebody with the right money has to approve it.
        </Notice>
      )}
      {change.kind === 'new piece' ? (
        <ApproveNew change={change} percentages={percentages} seen={seen} form={approveForm} />
      ) : (
        <Approve seen={seen} form={approveForm} />
      )}
      <SendBack change={change} language={language} seen={seen}>
        {mayApprove && (
          <Button type="submit" form={approveForm} data-key="A">
            {change.kind === 'new piece' ? 'Approve and put on sale' : 'Approve'}
            <Key>A</Key>
          </Button>
        )}
      </SendBack>
    </div>
  )
}

/** What is approved of a piece in the shop would cost it more than it brings. */
function isLoss(change: Change) {
  if (change.kind !== 'piece' || change.wanted.makerPrice === null) return false
  const { offerPrice, costs } = change.prices
  return (
    change.wanted.makerPrice !== change.now.makerPrice &&
    change.wanted.makerPrice > minus(offerPrice, costs ?? NO_MONEY)
  )
}

type Seen = Record<string, string>

function Approve({ seen, form }: { seen: Seen; form: string }) {
  const { submit, failed } = useSend({ intent: 'approve' })
  return (
    <form id={form} method="post" onSubmit={submit}>
      <HiddenFields values={{ intent: 'approve', ...seen }} />
      <div className="px-4 pt-3 empty:hidden nav:px-5">{failed && <SendFailed failed={failed} />}</div>
    </form>
  )
}

interface ApproveNewProps {
  change: Extract<Change, { kind: 'new piece' }>
  percentages: Percentages
  seen: Seen
  form: string
}

function ApproveNew({ change: { wanted, producer }, percentages, seen, form }: ApproveNewProps) {
  const own = useForm<NewPieceField>({
    intent: 'approve',
    fields: newPieceFields,
    start: { name: wanted.name },
    judge: judgeNewPiece,
  })
  return (
    <form {...own.attributes} id={form} className="grid gap-4 border-line border-b p-4 nav:p-5">
      <HiddenFields values={{ intent: 'approve', ...seen }} />
      <Refusal message={own.message} />
      <NewPieceFields form={own} makerPrice={wanted.makerPrice} producer={producer.name} percentages={percentages} />
    </form>
  )
}

/** As the office calls them. */
const languageNames: Readonly<Record<Language, string>> = { en: 'English', hi: 'Hindi' }

interface SendBackProps {
  change: Change
  language: Language
  seen: Seen
  children: ReactNode
}

function SendBack({ change, language, seen, children }: SendBackProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const form = useForm<'message'>({
    intent: 'send back',
    fields: ['message'],
    judge: (_, { message }) => (message.trim() === '' ? 'Write a sentence for the maker' : undefined),
  })
  function say(sentence: string) {
    if (!field.current) return
    field.current.value = sentence
    field.current.focus()
    form.settle('message', undefined)
  }
  return (
    <form {...form.attributes} className="grid gap-3 p-4 nav:p-5">
      <HiddenFields values={{ intent: 'send back', ...seen }} />
      <Refusal message={form.message} />
      <TextAreaField
        {...form.field('message')}
        ref={field}
        data-key="N"
        label={
          <>
            A sentence for the maker, if you send it back <Key>N</Key>
          </>
        }
        hint={`They read ${languageNames[language]}, and so are the ready sentences.`}
        lang={langOf[language]}
        maxLength={MAX_SENTENCE}
        required={false}
        rows={2}
      />
      <ul aria-label="Ready sentences" className="flex flex-wrap gap-2">
        {readySentences[change.kind].map(({ said: words, gloss }) => (
          <li key={gloss}>
            <button
              type="button"
              onClick={() => say(words[language])}
              className="min-h-11 rounded-full border border-line-strong bg-white px-3.5 py-1 text-left text-sm hover:border-ink"
            >
              <span lang={language}>{words[language]}</span>
              {language !== 'en' && <span className="text-ink-mute">{` ${gloss}`}</span>}
            </button>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-3">
        {children}
        <Button type="submit" variant="line" busy={form.busy} data-key="S">
          Send back
          <Key>S</Key>
        </Button>
        <p className="ml-auto text-ink-soft text-sm max-nav:hidden">
          <Key>←</Key> <Key>→</Key> photos
        </p>
      </div>
    </form>
  )
}
