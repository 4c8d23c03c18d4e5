import {
  type ActionFunctionArgs,
  Link,
  type LoaderFunctionArgs,
  type MetaFunction,
  useLoaderData,
  useSearchParams,
} from 'react-router'
import { answerForm } from '#web/forms/answer-form.ts'
import { formText } from '#web/forms/form-text.ts'
import { askedPage } from '#web/seller-page.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { askInWorkshop, workshopMeta } from '../../web/workshop-page.ts'
import { listOwnPieces, setOwnStock } from '../products.contract.ts'
import { type PieceState, pieceStates } from '../products.states.ts'
import { OwnPieceCard } from './own-piece-card.tsx'
import { pieceTitle } from './piece-title.ts'
import { usePieceWords } from './use-piece-words.ts'

export { WorkshopFailed as ErrorBoundary } from '../../web/workshop-failed.tsx'

const page = '/workshop/products'

export const meta: MetaFunction = ({ matches }) =>
  workshopMeta(
    matches,
    pieceTitle(matches, ({ pieces }) => pieces),
    page,
  )

/** What Today leads to. */
const isLow = (search: URLSearchParams) => search.get('low') === '1'
const askedState = (text: string | null): PieceState | undefined => pieceStates.find((state) => state === text)

export const loader = ({ url, request, context }: LoaderFunctionArgs) =>
  askInWorkshop(context, (api) =>
    api(listOwnPieces, {
      query: {
        ...{ state: askedState(url.searchParams.get('state')), page: askedPage(request) },
        ...(isLow(url.searchParams) ? { low: '1' as const } : {}),
      },
    }),
  )

/** How many there are, at once. */
export const action = (args: ActionFunctionArgs) =>
  answerForm(args, async (api, form) => {
    const typed = formText(form, 'stock')
    const body = { stock: /^\d{1,7}$/.test(typed) ? Number(typed) : -1 }
    const { message } = await api(setOwnStock, { params: { id: formText(form, 'id') }, body })
    return { toast: '', message, back: args.url.pathname + args.url.search }
  })

/** Own pieces: what came back first, then what the office looks at, then what is in the shop. */
export default function PiecesPage() {
  const loaded = useLoaderData<typeof loader>()
  const say = usePieceWords()
  const [search] = useSearchParams()
  if (!loaded) return null
  const { pieces, counts, onSale, page: at, pages } = loaded
  const state = askedState(search.get('state'))
  const asked: Record<string, string> = { ...(state ? { state } : {}), ...(isLow(search) ? { low: '1' } : {}) }
  const all = pieceStates.reduce((sum, one) => sum + (counts[one] ?? 0), 0)
  if (all === 0)
    return (
      <>
        <h1 className="text-3xl">{say.myPieces}</h1>
        <Panel>
          <EmptyState title={say.noPieces} text={say.noPiecesText} />
        </Panel>
        <NewPiece />
      </>
    )
  return (
    <>
      <div>
        <h1 className="text-3xl">{say.myPieces}</h1>
        <p className="text-ink-soft text-sm">{say.counted(all, onSale)}</p>
      </div>
      {search.has('arrived') && (
        <Notice tone="ask" role="status">
          {say.arrivedBefore}
        </Notice>
      )}
      <NewPiece />
      <nav aria-label={say.filter} className="-mx-gutter overflow-x-auto px-gutter">
        <ul className="flex gap-2">
          <Chip to={page} text={say.all} count={all} isChosen={Object.keys(asked).length === 0} />
          {isLow(search) && <Chip to={`${page}?low=1`} text={say.low} count={loaded.total} isChosen />}
          {pieceStates
            .filter((one) => (counts[one] ?? 0) > 0 || one === state)
            .map((one) => (
              <Chip
                key={one}
                to={`${page}?${new URLSearchParams({ state: one })}`}
                text={say.states[one]}
                count={counts[one] ?? 0}
                isChosen={one === state}
              />
            ))}
        </ul>
      </nav>
      {pieces.length === 0 && <p>{say.noneInState}</p>}
      <ul className="grid grid-cols-1 gap-4 lg:grid-cols-2">
        {pieces.map((piece) => (
          <li key={piece._id}>
            <OwnPieceCard piece={piece} />
          </li>
        ))}
      </ul>
      {pages > 1 && (
        <nav aria-label={say.allPieces} className="flex justify-between">
          {at > 1 ? <Turn asked={asked} page={at - 1} text={say.later} /> : <span />}
          {at < pages && <Turn asked={asked} page={at + 1} text={say.earlier} />}
        </nav>
      )}
    </>
  )
}

function NewPiece() {
  const say = usePieceWords()
  return (
    <ButtonLink to="/workshop/products/new" block className="lg:w-auto lg:justify-self-start">
      {say.addPiece}
    </ButtonLink>
  )
}

const Chip = ({ to, text, count, isChosen }: { to: string; text: string; count: number; isChosen: boolean }) => (
  <li>
    <Link
      to={to}
      aria-current={isChosen ? 'true' : undefined}
      className="flex min-h-12 items-center gap-2 whitespace-nowrap rounded-xs border border-ink bg-paper px-4 text-base aria-[current]:bg-ink aria-[current]:text-white"
    >
      <span>{text}</span>
      <span className="figures">{count}</span>
    </Link>
  </li>
)

const Turn = ({ asked, page: to, text }: { asked: Record<string, string>; page: number; text: string }) => (
  <Link
    to={`${page}?${new URLSearchParams({ ...asked, page: String(to) })}`}
    className="link grid min-h-12 place-items-center"
  >
    {text}
  </Link>
)
