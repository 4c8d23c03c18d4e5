import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  useLoaderData,
  useSearchParams,
} from 'react-router'
import { getPercentages } from '#features/prices/percentages.contract.ts'
import { typedRupees } from '#shared/money.ts'
import { sendFormContext } from '#web/api-context.ts'
import { answerForm } from '#web/forms/answer-form.ts'
import { formText } from '#web/forms/form-text.ts'
import { useSend } from '#web/hooks/use-send.ts'
import { AskFirst } from '#web/ui/ask-first.tsx'
import { BackLink } from '#web/ui/back-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { Name } from '#web/ui/name.tsx'
import { Refusal } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { workshopIsAuth } from '../../door/door.contract.ts'
import { isTaskOf } from '../../web/task.tsx'
import { askInWorkshop, workshopMeta } from '../../web/workshop-page.ts'
import { stateOf } from '../form/web/piece-draft.ts'
import { PieceForm } from '../form/web/piece-form.tsx'
import { getOwnPiece, type OwnPiece, takeOwnChangeBack } from '../products.contract.ts'
import { type TypedPiece, typedFacts } from '../typed-piece.ts'
import { sendChange } from './act-on-piece.ts'
import { OwnStepper } from './own-stepper.tsx'
import { pieceTitle } from './piece-title.ts'
import { SentBack } from './sentence.tsx'
import { StatePill } from './state-pill.tsx'
import { usePieceWords } from './use-piece-words.ts'

export const handle = isTaskOf('/workshop/products')
export { WorkshopFailed as ErrorBoundary } from '../../web/workshop-failed.tsx'

export const meta: MetaFunction = ({ matches, location }) =>
  workshopMeta(
    matches,
    pieceTitle(matches, ({ pieces }) => pieces),
    location.pathname,
  )

export const loader = ({ params: { id = '' }, url, context }: LoaderFunctionArgs) =>
  askInWorkshop(context, async (api) => {
    const [{ person }, { piece, isTrusted }, percentages] = await Promise.all([
      api(workshopIsAuth),
      api(getOwnPiece, { params: { id } }),
      api(getPercentages),
    ])
    const category = url.searchParams.get('category')
    return { person: person._id, piece, isTrusted, percent: percentages.producer, category }
  })

export const action = (args: ActionFunctionArgs) =>
  answerForm(args, async (api, form) => {
    const id = args.params.id ?? ''
    if (formText(form, 'intent') !== 'take-back') return sendChange(api, args.context.get(sendFormContext), id, form)
    const { message } = await api(takeOwnChangeBack, { params: { id } })
    return { message, to: '/workshop/products' }
  })

const typedOf = (piece: OwnPiece, category: string | null): TypedPiece => ({
  name: piece.name,
  category: category ?? piece.category,
  makerPrice: piece.makerPrice === null ? '' : typedRupees(piece.makerPrice),
  stock: '',
  about: piece.description.join('\n'),
  facts: typedFacts(piece.facts),
})

/** One piece: what the office wrote first, then the fields. */
export default function PiecePage() {
  const asked = useLoaderData<typeof loader>()
  const say = usePieceWords()
  if (!asked) return null
  const { person, piece, isTrusted, percent, category } = asked
  const { _id, name, state, change, isNew, version } = piece
  const page = `/workshop/products/${_id}`
  const sentBack = change?.sentBack
  return (
    <>
      <div>
        <BackLink to="/workshop/products" className="max-nav:hidden">
          {say.allPieces}
        </BackLink>
        <h1 className="wrap-anywhere text-3xl">
          <Name>{name}</Name>
        </h1>
        <p className="mt-1 flex">
          <StatePill state={state} />
        </p>
        <p className="mt-1 text-ink-soft text-sm">
          {change && !sentBack
            ? isNew
              ? say.waitsText
              : say.waitsChangeText
            : isTrusted && !isNew
              ? say.trustedText
              : say.looksText}
        </p>
      </div>
      {sentBack && <SentBack title={`${say.sentBackTitle}. ${say.onlyThis}`} {...sentBack} />}
      <Panel className="-mb-px">
        <OwnStepper piece={piece} />
      </Panel>
      <PieceForm
        key={`${_id} ${stateOf(piece)}`}
        {...{ person, percent, page }}
        piece={_id}
        from={stateOf(piece)}
        intent="change"
        start={typedOf(piece, category)}
        pictures={piece.pictures}
        hasStock={false}
        fields={version === null ? {} : { version: String(version) }}
        button={isTrusted && !isNew ? say.saveChange : change ? say.sendAgain : say.send}
      />
      {change && <TakeBack page={page} isNew={isNew} />}
    </>
  )
}

function TakeBack({ page, isNew }: { page: string; isNew: boolean }) {
  const say = usePieceWords()
  const [search] = useSearchParams()
  const send = useSend({ intent: 'take-back' })
  return (
    <div className="grid gap-2">
      <Refusal message={send.refused?.message} />
      <AskFirst
        send={send}
        page={page}
        ask={{ name: 'ask', value: 'take-back', isAsked: search.get('ask') === 'take-back' }}
        fields={{ intent: 'take-back' }}
        title={say.takeBackSure}
        text={isNew ? say.takeBackNew : say.takeBackChange}
        confirm={say.yesTakeBack}
        keep={say.keep}
        danger
      >
        {(button) => (
          <Button {...button} variant="quiet">
            {say.takeBack}
          </Button>
        )}
      </AskFirst>
    </div>
  )
}
