import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  useActionData,
  useLoaderData,
} from 'react-router'
import { getPercentages } from '#features/prices/percentages.contract.ts'
import { getProducer } from '#features/producers/producers.contract.ts'
import { sendFormContext } from '#web/api-context.ts'
import { answerForm } from '#web/forms/answer-form.ts'
import { isFormAnswer } from '#web/forms/form-answer.ts'
import { readPart, UNREAD } from '#web/read-part.ts'
import { BackLink } from '#web/ui/back-link.tsx'
import { workshopIsAuth } from '../../door/door.contract.ts'
import { isTaskOf } from '../../web/task.tsx'
import { askInWorkshop, workshopMeta } from '../../web/workshop-page.ts'
import { PieceForm } from '../form/web/piece-form.tsx'
import { slugOf, type TypedPiece, typedFields } from '../typed-piece.ts'
import { sendNewPiece } from './act-on-piece.ts'
import { pieceTitle } from './piece-title.ts'
import { usePieceWords } from './use-piece-words.ts'

export const handle = isTaskOf('/workshop/products')
export { WorkshopFailed as ErrorBoundary } from '../../web/workshop-failed.tsx'

const page = '/workshop/products/new'

export const meta: MetaFunction = ({ matches }) =>
  workshopMeta(
    matches,
    pieceTitle(matches, ({ newPiece }) => newPiece),
    page,
  )

export const loader = ({ url, context }: LoaderFunctionArgs) =>
  askInWorkshop(context, async (api) => {
    const { person, producer } = await api(workshopIsAuth)
    const [percentages, shown] = await Promise.all([
      api(getPercentages),
      readPart(api(getProducer, { params: { id: producer._id } })),
    ])
    return {
      person: person._id,
      percent: percentages.producer,
      place: shown === UNREAD ? '' : shown.producer.location,
      category: slugOf(url.searchParams.get('category') ?? '') ?? '',
    }
  })

export const action = (args: ActionFunctionArgs) =>
  answerForm(args, (api, form) => sendNewPiece(api, args.context.get(sendFormContext), form))

/** Photos first, then one question after the other. */
export default function NewPiecePage() {
  const asked = useLoaderData<typeof loader>()
  const posted: unknown = useActionData()
  const say = usePieceWords()
  if (!asked) return null
  const { person, percent, place, category } = asked
  const typed = isFormAnswer(posted) && !posted.isDone ? posted.typed : {}
  const start: TypedPiece = { name: '', category, makerPrice: '', stock: '1', about: '', facts: { place: [place] } }
  for (const name of typedFields) if (typed[name] !== undefined) start[name] = typed[name]
  return (
    <>
      <div>
        <BackLink to="/workshop/products" className="max-nav:hidden">
          {say.allPieces}
        </BackLink>
        <h1 className="text-3xl">{say.newPiece}</h1>
        <p className="text-ink-soft text-sm">{say.newText}</p>
      </div>
      <PieceForm
        {...{ person, percent, page, start }}
        piece="new"
        from=""
        intent="new"
        pictures={[]}
        hasStock
        fields={{}}
        button={say.send}
      />
    </>
  )
}
